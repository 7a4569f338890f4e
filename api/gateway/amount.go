package gateway

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrUnreadable is returned if the requested amount cannot be read from the response.
var ErrUnreadable = errors.New("the amount from the gateway cannot be read")

// unreadable replaces an unreadable amount: negative, so that no price matches, and not 0, so that it is reported.
const unreadable = -1

// Paise is an amount that a gateway writes as a whole number of paise. Anything else (a string, a fraction, an
// exponent) becomes the value `unreadable`, so that the rest of the response can still be used.
type Paise int64

// UnmarshalJSON never fails.
func (p *Paise) UnmarshalJSON(raw []byte) error {
	*p = Paise(parseDigits(string(raw)))
	return nil
}

func parseDigits(text string) int64 {
	if text == "null" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 53)
	if err != nil || len(text) > 1 && text[0] == '0' {
		return unreadable
	}
	return int64(n)
}

// Rupees is an amount in paise that a gateway writes in rupees with at most two decimals, as a number or a string. The
// conversion is exact and uses no float.
type Rupees int64

// MarshalJSON writes a number with two decimals.
func (r Rupees) MarshalJSON() ([]byte, error) {
	if r < 0 {
		return nil, fmt.Errorf("amount %d is negative", int64(r))
	}
	return fmt.Appendf(nil, "%d.%02d", int64(r)/100, int64(r)%100), nil
}

// UnmarshalJSON never fails; anything that is not an amount becomes the value `unreadable`.
func (r *Rupees) UnmarshalJSON(raw []byte) error {
	text := string(raw)
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		text = text[1 : len(text)-1]
	}
	whole, decimals, hasPoint := strings.Cut(text, ".")
	if len(decimals) > 2 || hasPoint && decimals == "" {
		*r = unreadable
		return nil
	}
	rupees, cents := parseDigits(whole), parseDecimals(decimals)
	if rupees < 0 || cents < 0 {
		*r = unreadable
		return nil
	}
	*r = Rupees(rupees*100 + cents)
	return nil
}

func parseDecimals(text string) int64 {
	var n int64
	for i := range 2 {
		n *= 10
		if i >= len(text) {
			continue
		}
		if text[i] < '0' || text[i] > '9' {
			return unreadable
		}
		n += int64(text[i] - '0')
	}
	return n
}
