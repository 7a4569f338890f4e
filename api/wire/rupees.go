package wire

import (
	"errors"
	"strconv"
	"strings"
)

// Rupees is an amount in paise that JSON shows in rupees: 354000 becomes 3540, and 354050 becomes 3540.5. It is decoded
// exactly, without a float, from a number or a string that has at most two decimals and no exponent.
type Rupees int64

var errRupees = errors.New("an amount must be a number of rupees with at most two decimals")

// MarshalJSON encodes the amount in rupees.
func (r Rupees) MarshalJSON() ([]byte, error) {
	paise := int64(r)
	text := ""
	if paise < 0 {
		text, paise = "-", -paise
	}
	text += strconv.FormatInt(paise/100, 10)
	if rest := paise % 100; rest != 0 {
		text += strings.TrimRight("."+strconv.FormatInt(rest/10, 10)+strconv.FormatInt(rest%10, 10), "0")
	}
	return []byte(text), nil
}

// UnmarshalJSON decodes an amount in rupees exactly.
func (r *Rupees) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), `"`)
	if text == "null" || text == "" {
		return nil
	}
	negative := strings.HasPrefix(text, "-")
	whole, decimals, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if len(whole) == 0 || len(whole) > 12 || len(decimals) > 2 || strings.ContainsFunc(whole+decimals, notDigit) {
		return errRupees
	}
	paise, err := strconv.ParseInt(whole+(decimals + "00")[:2], 10, 64)
	if err != nil {
		return errRupees
	}
	if negative {
		paise = -paise
	}
	*r = Rupees(paise)
	return nil
}

func notDigit(c rune) bool { return c < '0' || c > '9' }
