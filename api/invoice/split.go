package invoice

import (
	"math"

	"transom/api/booking"
)

// `taxed` returns the tax on a taxable value as CGST and SGST, or as IGST. Each tax is the taxable value times its
// rate, rounded half up. What is left of the price is the round-off. Source: GST reference, section 6.
func taxed(taxable, price int64, ratePercent float64, intraState bool) booking.DocumentSum {
	sum, halves := booking.DocumentSum{TaxablePaise: taxable}, int64(math.Round(2*ratePercent))
	if intraState {
		sum.CGSTPaise = booking.Share(taxable, halves, 400)
		sum.SGSTPaise = sum.CGSTPaise
	} else {
		sum.IGSTPaise = booking.Share(taxable, halves, 200)
	}
	sum.RoundingPaise = price - taxable - sum.TaxPaise()
	return sum
}

// maxShift is the largest difference between a part's taxable value and its exact share, in paise.
const maxShift = 50

// `part` takes an amount from what is left of a price, so that all parts add up to the price under each head of tax. In
// the part and in the remainder, the tax is the taxable value times the rate, with as little rounding as possible.
func part(left booking.DocumentSum, paise int64, ratePercent float64, intraState bool) (best booking.DocumentSum) {
	total := left.TaxablePaise + left.TaxPaise()
	if paise == total {
		return left
	}
	exact, smallest := booking.Share(left.TaxablePaise, paise, max(total, 1)), int64(math.MaxInt64)
	for taxable := max(exact-maxShift, 0); taxable <= exact+maxShift; taxable++ {
		one := taxed(taxable, paise, ratePercent, intraState)
		rest := left.Minus(one)
		off := 4*max(abs(one.RoundingPaise), abs(rest.RoundingPaise)) + min(abs(taxable-exact), 3)
		if rest.TaxablePaise < 0 || rest != taxed(rest.TaxablePaise, total-paise, ratePercent, intraState) {
			off += 1000
		}
		if off < smallest {
			best, smallest = one, off
		}
	}
	return best
}

func abs(n int64) int64 { return max(n, -n) }
