package schema

import (
	"math"
	"strconv"
	"time"
)

const paisePerRupee = 100

// ComputePrices returns a category's amounts, with GST at gstPercent. No other code computes prices: pages, forms, API,
// emails and receipts use these amounts. Source: specification section 9.
func ComputePrices(c Category, gstPercent float64) Prices {
	var spouse Rupees
	switch c.Spouse.Rule {
	case "same":
		spouse = c.Price
	case "fixed":
		spouse = c.Spouse.Price
	}
	return Prices{
		Alone:      amountOf(c.Price, gstPercent),
		WithSpouse: amountOf(c.Price+spouse, gstPercent),
	}
}

// PricesAt returns the amounts after the last price change before or at a given time.
func (c Category) PricesAt(now time.Time) Prices {
	prices := c.Prices
	for _, change := range c.PriceChanges {
		if !now.Before(change.At.Time) {
			prices = change.Prices
		}
	}
	return prices
}

// SetPrices computes all amounts of a category. Later prices take effect at midnight in `zone`.
func (c *Category) SetPrices(gstPercent float64, zone *time.Location) {
	c.Prices = ComputePrices(*c, gstPercent)
	for i := range c.PriceChanges {
		change, changed := &c.PriceChanges[i], *c
		changed.Price = change.Price
		change.Prices = ComputePrices(changed, gstPercent)
		change.At = change.From.Midnight(zone)
	}
}

// amountOf rounds half a paisa up; only a rate such as 2.5 per cent on an odd number of rupees gives half a paisa.
func amountOf(net Rupees, gstPercent float64) Amount {
	a := Amount{NetPaise: int64(net) * paisePerRupee, GSTPaise: int64(math.Round(float64(net) * gstPercent))}
	a.TotalPaise = a.NetPaise + a.GSTPaise
	a.DisplayNet = FormatPaise(a.NetPaise)
	a.DisplayGST = FormatPaise(a.GSTPaise)
	a.DisplayTotal = FormatPaise(a.TotalPaise)
	return a
}

// For returns the amount for one seat, or for two with an accompanying spouse.
func (p Prices) For(spouse bool) Amount {
	if spouse {
		return p.WithSpouse
	}
	return p.Alone
}

// FormatPaise formats an amount as people in India do: "₹1,47,500", with paise only if there are any.
func FormatPaise(paise int64) string {
	sign := ""
	if paise < 0 {
		sign, paise = "-", -paise
	}
	text := sign + "₹" + groupIndian(strconv.FormatInt(paise/paisePerRupee, 10))
	if rest := paise % paisePerRupee; rest != 0 {
		text += "." + strconv.FormatInt(rest/10, 10) + strconv.FormatInt(rest%10, 10)
	}
	return text
}

// groupIndian separates the last three digits, and then every two digits to their left (1,47,500).
func groupIndian(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	head, tail := digits[:len(digits)-3], digits[len(digits)-3:]
	for len(head) > 2 {
		tail = head[len(head)-2:] + "," + tail
		head = head[:len(head)-2]
	}
	return head + "," + tail
}

// SalesState says whether a category can be bought.
type SalesState string

const (
	SalesOpen   SalesState = "open"
	SalesNotYet SalesState = "not_yet"
	SalesClosed SalesState = "closed"
)

// StateAt returns the window's state at a given time. A rehearsal ignores OnSale, but not the sales times.
func (w SalesWindow) StateAt(now time.Time, rehearsal bool) SalesState {
	switch {
	case !w.OnSale && !rehearsal, !now.Before(w.ClosesAt.Time):
		return SalesClosed
	case now.Before(w.OpensAt.Time):
		return SalesNotYet
	}
	return SalesOpen
}

// AgeOn returns the number of whole years from birth to day. Source: specification section 3 (age helper).
func AgeOn(birth, day time.Time) int {
	age := day.Year() - birth.Year()
	if day.Month() < birth.Month() || day.Month() == birth.Month() && day.Day() < birth.Day() {
		age--
	}
	return age
}

// Allows reports whether an age in whole years is within the limits.
func (r AgeRule) Allows(age int) bool {
	return (r.Min == 0 || age >= r.Min) && (r.Max == 0 || age <= r.Max)
}
