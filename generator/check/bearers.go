package check

import "strings"

// sole are offices that one person of a body holds. There may be several vice presidents and joint secretaries.
var sole = map[string]bool{"president": true, "chairman": true, "chairwoman": true, "chairperson": true, "chair": true,
	"treasurer": true, "convenor": true, "convener": true}

// soleOffices tells an office that two people of one body are said to hold.
func (c *Checker) soleOffices() {
	first := map[string]int{}
	for i := range c.OfficeBearers.Bearers {
		b := &c.OfficeBearers.Bearers[i]
		if !sole[strings.ToLower(b.Role)] || c.Bad(&b.Role) || c.Bad(&b.Body) {
			continue
		}
		office := strings.ToLower(b.Role + " of " + b.Body)
		before, twice := first[office]
		if !twice {
			first[office] = i
			continue
		}
		other := &c.OfficeBearers.Bearers[before]
		c.tell(c.At(&b.Role), "%s is already %s of \"%s\" (line %d); correct the role or the body of one of the two",
			other.Name, other.Role, other.Body, c.At(&other.Role).Line)
	}
}
