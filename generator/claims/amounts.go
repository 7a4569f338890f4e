package claims

import (
	"math"
	"strconv"
	"strings"

	"transom/generator/facts"
	"transom/generator/schema"
)

// gstRate compares a share with the rate of GST.
func (k *Claims) gstRate(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	about, rate := s.aboutIn(from, to), float64(k.content.Tickets.GSTPercent)
	if (about|s.context)&cTax == 0 || about&cTaxElse != 0 || s.onceWas(q) || rate == 0 || k.bad(&k.content.Tickets.GSTPercent) {
		return nil
	}
	if k.otherAmount(s, from, to) || s.taxOnElse(from, to) {
		return nil
	}
	if q.value == rate || q.value*2 == rate && s.has(from, to, halfTaxes) {
		return nil
	}
	return &Contradiction{Holds: "GST is " + strconv.Itoa(k.content.Tickets.GSTPercent) + " per cent", Fact: "gst"}
}

// taxOnElse tells "GST on books", but not "GST on all tickets".
func (s *sentence) taxOnElse(from, to int) bool {
	for i := from; i+2 < to; i++ {
		if thing := s.tokens[i+2]; s.tokens[i].about&cTax != 0 && s.tokens[i+1].lower == "on" && isLetter(thing.lower[0]) && !taxed[thing.lower] {
			return true
		}
	}
	return false
}

var taxed = set("the all every each any your our this these top it them both ticket tickets registration registrations price prices fee fees members students")

// otherAmount tells a price that is no ticket's: the tax beside it is that of something else.
func (k *Claims) otherAmount(s *sentence, from, to int) bool {
	if s.about&(cTicket|cRegister|cOurs|cCompany) != 0 {
		return false
	}
	for j := range s.quantities {
		if q := &s.quantities[j]; q.unit == money && q.from >= from && q.to <= to && !k.pricesHave(q.value) {
			return true
		}
	}
	return s.context&cHotel != 0
}

func (k *Claims) pricesHave(paise float64) bool {
	for _, p := range k.prices {
		if p.is(paise, true) {
			return true
		}
	}
	return false
}

// onceWas tells a rate of another time; "rose to 28 per cent" is one of today.
func (s *sentence) onceWas(q *quantity) bool {
	if two := before(s, q, 2); before(s, q, 1) == "to" && (two == "rose" || two == "fell" || two == "raised") {
		return s.has(0, len(s.tokens), set("was before from"))
	}
	return s.has(0, len(s.tokens), onceSo)
}

var (
	halfTaxes = set("cgst sgst utgst")
	onceSo    = set("was were fell rose earlier previously former formerly ago used")
)

// bareRate reads "GST @ 12" and "GST of 12".
func (k *Claims) bareRate(s *sentence, q *quantity) *Contradiction {
	sign, behind := lowerAt(s.tokens, q.from-1), tokenAt(s.tokens, q.to)
	if lowerAt(s.tokens, q.from-2) != "gst" || !rateSigns[sign] || q.value > 50 || behind.about != 0 || behind.glued && behind.capital {
		return nil
	}
	return k.gstRate(s, q)
}

var rateSigns = set("@ at of is :")

// price is what a category costs, with the words that tell it from the others.
type price struct {
	category *schema.Category
	amounts  schema.Prices
	named    func(about concepts) bool
}

// pricesOf is empty while one of the prices is not known.
func (k *Claims) pricesOf(t *schema.Tickets) []price {
	var list []price
	for i := range t.Categories {
		category := &t.Categories[i]
		fixed := category.Spouse.Rule == "fixed"
		if category.Price == 0 || k.bad(&category.Spouse.Price) || k.bad(&t.GSTPercent) || fixed && category.Spouse.Price == 0 || t.GSTPercent == 0 {
			return nil
		}
		list = append(list, price{category, schema.ComputePrices(*category, t.GSTPercent), namedBy(category)})
	}
	return list
}

// namedBy tells from the subjects of a phrase whether it means this category.
func namedBy(c *schema.Category) func(concepts) bool {
	switch {
	case c.Form == "associate":
		return func(about concepts) bool { return about&cCompany != 0 }
	case c.ChooseInstitute:
		return func(about concepts) bool { return about&cOther != 0 }
	case c.Age.Max > 0:
		return func(about concepts) bool { return about&cYoung != 0 && about&cOther == 0 }
	case c.Age.Min > 0:
		return func(about concepts) bool { return about&cOld != 0 && about&cOther == 0 }
	}
	return func(concepts) bool { return false }
}

// ticketPrice compares an amount with the prices of the tickets that are meant.
func (k *Claims) ticketPrice(s *sentence, q *quantity) *Contradiction {
	const crore = 1e9
	if len(k.prices) == 0 || !s.asksPrice() || s.about&(cPayElse|cBuilding) != 0 || q.value >= crore || s.otherEdition() || s.otherYear(k) || s.has(0, len(s.tokens), onceSo) {
		return nil
	}
	if from, to := s.clause(q); s.aboutIn(from, to)&cElsewhere != 0 {
		return nil // of the tour, of the workshop
	}
	meant := k.meant(s, q)
	if len(meant) == len(k.prices) && k.small(q.value) {
		return nil
	}
	two, withTax := s.about&cTwo != 0, s.withTax(q)
	for _, p := range meant {
		if withTax && p.isNet(q.value, two) {
			continue
		}
		if p.is(q.value, two) || k.several(s, p, q.value) {
			return nil
		}
	}
	return k.priceHolds(s, meant, q)
}

// small tells an amount that no ticket can cost.
func (k *Claims) small(paise float64) bool {
	for _, p := range k.prices {
		if paise*5 >= float64(p.amounts.Alone.NetPaise) {
			return false
		}
	}
	return true
}

// asksPrice tells whether a sentence, or what stands above it, is about who pays for a ticket.
func (s *sentence) asksPrice() bool {
	return s.about&cTicket != 0 || s.about&cCompany != 0 && s.about&cTax != 0 || s.context&(cTicket|cRegister) != 0 && s.context&cPayElse == 0
}

func (s *sentence) named(word string) bool {
	for _, t := range s.tokens {
		if t.lower == word || t.lower == word+"s" {
			return true
		}
	}
	return false
}

// is tells whether an amount follows from a price.
func (p price) is(paise float64, two bool) bool {
	for i, amount := range []schema.Amount{p.amounts.Alone, p.amounts.WithSpouse} {
		if i == 1 && !two {
			break
		}
		for _, right := range []int64{amount.NetPaise, amount.GSTPaise, amount.TotalPaise} {
			if float64(right) == paise {
				return true
			}
		}
	}
	spouse, total := p.amounts.WithSpouse.NetPaise-p.amounts.Alone.NetPaise, p.amounts.WithSpouse.TotalPaise-p.amounts.Alone.TotalPaise
	return two && (float64(spouse) == paise || float64(total) == paise || float64(total-spouse) == paise)
}

// isNet tells an amount without its tax.
func (p price) isNet(paise float64, two bool) bool {
	alone, together := float64(p.amounts.Alone.NetPaise), float64(p.amounts.WithSpouse.NetPaise)
	return paise == alone || two && (paise == together || paise == together-alone)
}

// withTax tells "₹3,000 including GST".
func (s *sentence) withTax(q *quantity) bool {
	return inclusive[lowerAt(s.tokens, q.to)] && s.aboutIn(q.to+1, q.to+4)&cTax != 0
}

var inclusive = set("incl including inclusive")

// several tells the price of so many tickets as the sentence counts.
func (k *Claims) several(s *sentence, p price, paise float64) bool {
	for j := range s.quantities {
		if n := &s.quantities[j]; n.unit == number && n.value > 1 && n.value <= 100 && p.is(paise/n.value, false) {
			return true
		}
	}
	return false
}

// meant are the categories that the words around an amount name; all of them when they name none.
func (k *Claims) meant(s *sentence, q *quantity) []price {
	before, behind := s.neighbours(q)
	about := before
	if !k.namesSome(about) && !s.firstNamedBefore(k) {
		about = behind
	}
	var list []price
	for _, p := range k.prices {
		if p.named(about) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return k.prices
	}
	return list
}

func (k *Claims) namesSome(about concepts) bool {
	for _, p := range k.prices {
		if p.named(about) {
			return true
		}
	}
	return false
}

// firstNamedBefore tells whether the sentence puts categories before their prices: "students ₹1,500, professionals ₹3,000".
func (s *sentence) firstNamedBefore(k *Claims) bool {
	for j := range s.quantities {
		if s.quantities[j].unit == money {
			return k.namesSome(s.aboutIn(0, s.quantities[j].from))
		}
	}
	return false
}

// neighbours are the subjects between the amount and the ones before and behind it.
func (s *sentence) neighbours(q *quantity) (before, behind concepts) {
	from, to := 0, len(s.tokens)
	for j := range s.quantities {
		other := &s.quantities[j]
		if other.unit != money || other == q {
			continue
		}
		if other.to <= q.from {
			from = other.to
		} else if other.from < to {
			to = other.from
		}
	}
	if from > 0 && !s.firstAmountLeads() {
		before = s.aboutIn(from, q.from)
	} else if from == 0 {
		before = s.aboutIn(0, q.from)
	}
	return before, s.aboutIn(q.to, to)
}

// firstAmountLeads tells a list that begins with its first amount: "₹1,500 for students, ₹3,000 for professionals".
func (s *sentence) firstAmountLeads() bool {
	for j := range s.quantities {
		if s.quantities[j].unit == money {
			return s.aboutIn(0, s.quantities[j].from)&(cYoung|cOld|cCompany|cOther) == 0
		}
	}
	return false
}

// priceHolds says what the tickets cost that may have been meant.
func (k *Claims) priceHolds(s *sentence, meant []price, q *quantity) *Contradiction {
	var listed []string
	for _, p := range meant {
		text := p.amounts.Alone.DisplayNet
		if p.category.Spouse.Rule == "fixed" {
			text += " (a spouse " + schema.FormatPaise(p.amounts.WithSpouse.NetPaise-p.amounts.Alone.NetPaise) + ")"
		}
		listed = append(listed, text)
	}
	nearest := meant[0]
	for _, p := range meant {
		if distance(p, q.value) < distance(nearest, q.value) {
			nearest = p
		}
	}
	wrong := &Contradiction{Holds: "the tickets cost " + strings.Join(listed, ", ") + " without GST", Fact: "price." + facts.Key(nearest.category)}
	if s.named("spouse") {
		wrong.Fact += ".spouse"
	}
	if s.has(0, len(s.tokens), totals) {
		wrong.Fact += ".total"
	}
	return wrong
}

var totals = set("total totals totalling incl inclusive including altogether")

func distance(p price, paise float64) float64 {
	return math.Abs(float64(p.amounts.Alone.NetPaise) - paise)
}
