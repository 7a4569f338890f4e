package schema

import (
	"testing"
	"time"
)

// Source of the totals, in paise: specification section 9 and payments reference, section 1.
func TestComputePricesMatchesTheSpecification(t *testing.T) {
	same, fixed := SpouseRule{Rule: "same"}, SpouseRule{Rule: "fixed", Price: 50000}
	for _, c := range []struct {
		name              string
		price             Rupees
		spouse            SpouseRule
		alone, withSpouse int64
	}{
		{"member below 25", 1500, same, 177000, 354000},
		{"member above 25", 3000, same, 354000, 708000},
		{"other institutes", 8000, same, 944000, 1888000},
		{"industry associates", 75000, fixed, 8850000, 14750000},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := ComputePrices(Category{Price: c.price, Spouse: c.spouse}, 18)
			if p.For(false).TotalPaise != c.alone || p.For(true).TotalPaise != c.withSpouse {
				t.Errorf("got %d and %d, want %d and %d", p.Alone.TotalPaise, p.WithSpouse.TotalPaise, c.alone, c.withSpouse)
			}
			if p.Alone.NetPaise+p.Alone.GSTPaise != p.Alone.TotalPaise {
				t.Error("net and tax do not make the total")
			}
		})
	}
}

func TestHalfPerCent(t *testing.T) {
	if p := ComputePrices(Category{Price: 1001}, 2.5); p.Alone.GSTPaise != 2503 || p.Alone.TotalPaise != 102603 {
		t.Errorf("2.5 per cent of ₹1,001 is %d paise, in all %d", p.Alone.GSTPaise, p.Alone.TotalPaise)
	}
}

func TestFormatPaise(t *testing.T) {
	for paise, want := range map[int64]string{
		0: "₹0", 5: "₹0.05", 99900: "₹999", 100000: "₹1,000", 354000: "₹3,540", 14750000: "₹1,47,500",
		123456789012: "₹1,23,45,67,890.12", -177000: "-₹1,770",
	} {
		if got := FormatPaise(paise); got != want {
			t.Errorf("FormatPaise(%d) = %q, want %q", paise, got, want)
		}
	}
}

func TestSalesWindowToTheSecond(t *testing.T) {
	at := func(s string) Instant {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return Instant{v}
	}
	w := SalesWindow{OnSale: true, OpensAt: at("2025-01-01T00:00:00+05:30"), ClosesAt: at("2025-04-09T16:00:00+05:30")}
	for _, c := range []struct {
		now       string
		rehearsal bool
		onSale    bool
		want      SalesState
	}{
		{"2025-04-09T15:59:59+05:30", false, true, SalesOpen},
		{"2025-04-09T16:00:00+05:30", false, true, SalesClosed},
		{"2025-04-09T16:00:00+05:30", true, true, SalesClosed},
		{"2024-12-31T23:59:59+05:30", false, true, SalesNotYet},
		{"2025-03-01T12:00:00Z", false, false, SalesClosed},
		{"2025-03-01T12:00:00Z", true, false, SalesOpen},
	} {
		w.OnSale = c.onSale
		if got := w.StateAt(at(c.now).Time, c.rehearsal); got != c.want {
			t.Errorf("at %s (on sale %t, rehearsal %t): %s, want %s", c.now, c.onSale, c.rehearsal, got, c.want)
		}
	}
}

func TestAgeOn(t *testing.T) {
	day := func(s string) time.Time {
		v, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	reference := day("2025-04-10")
	for birth, want := range map[string]int{
		"2000-04-10": 25, "2000-04-11": 24, "2008-04-10": 17, "2008-04-11": 16, "2004-02-29": 21, "2025-04-10": 0,
	} {
		if got := AgeOn(day(birth), reference); got != want {
			t.Errorf("born %s: %d years, want %d", birth, got, want)
		}
	}
}
