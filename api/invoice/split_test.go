package invoice

import (
	"math/rand/v2"
	"testing"

	"transom/api/booking"
)

// The parts of a price add up to it in each head of the tax, and the tax of each is the rate of its taxable value.
func TestPartsAddUp(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 20_000 {
		rate := []float64{18, 18, 18, 12, 5}[random.IntN(5)]
		taxable, intraState := 1+random.Int64N(1_00_000_00), random.IntN(3) > 0
		whole := taxed(taxable, taxable+booking.Share(taxable, int64(2*rate), 200), rate, intraState)
		left, parts := whole, 1+random.IntN(5)
		var sum booking.DocumentSum
		for n := range parts {
			paise := left.TaxablePaise + left.TaxPaise()
			if n < parts-1 && paise > 1 {
				paise = 1 + random.Int64N(paise-1)
			}
			one := part(left, paise, rate, intraState)
			if one != taxed(one.TaxablePaise, paise, rate, intraState) || abs(one.RoundingPaise) > 40 {
				t.Fatalf("%v of %+v at %v %%: %+v", paise, left, rate, one)
			}
			left, sum = left.Minus(one), sum.Plus(one)
		}
		if sum != whole {
			t.Fatalf("%+v, want %+v", sum, whole)
		}
	}
}
