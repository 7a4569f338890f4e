package invoice

import (
	"math/rand/v2"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
)

func TestNumbersHaveAtMostSixteenCharacters(t *testing.T) {
	for _, c := range []struct {
		series    string
		n         int64
		rehearsal bool
		want      string
	}{
		{"TN", 7, false, "TN/24-25/000007"}, {"TNAR", 7, false, "TNAR/24-25/00007"},
		{"TNAR", 99999, false, "TNAR/24-25/99999"}, {"TNAR", 100000, false, ""},
		{"TNAR", 100000, true, "TNAR/2425/100000"},
	} {
		d := booking.Document{Series: c.series, Year: "24-25", N: c.n, Rehearsal: c.rehearsal}
		if got, err := number(d); got != c.want || (err != nil) != (c.want == "") || len(got) > 16 {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}

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

// Table 13 counts each range of numbers, and the control sheet shows that a number in a range is missing.
func TestMissingNumberIsADifference(t *testing.T) {
	documents := func(numbers ...int64) (all []booking.Document) {
		for _, n := range numbers {
			all = append(all, booking.Document{Kind: booking.DocumentInvoice, Series: "TN", Year: "25-26", N: n,
				Lines: []booking.DocumentLine{{}}})
		}
		return all
	}
	for want, all := range map[string][]booking.Document{"0": documents(4, 5, 6), "-1": documents(4, 6)} {
		tables := GSTR1(all, nil, booking.DocumentSums{}, nil, time.UTC)
		check.Equal(t, tables[len(tables)-1].Rows[2][3], want, "the difference of documents and numbers")
	}
}
