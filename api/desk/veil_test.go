package desk_test

import (
	"slices"
	"strings"
	"testing"

	"transom/api/domain"
	"transom/api/wire"
)

// What Today leaves out for who sees the amounts of nobody alone cannot be had by subtracting what it tells from its total: neither when
// one group is left out, nor with lists of People that Today does not have. The control is the treasurer, who reads all.
func TestAmountsCannotBeSubtracted(t *testing.T) {
	s := full(t)
	// One category of three people, and one payment of few in a category of many.
	exec(t, s, `UPDATE bookings SET category_type = (SELECT MIN(category_type) FROM bookings) WHERE category_type = (SELECT MAX(category_type) FROM bookings)
		AND id NOT IN (SELECT id FROM bookings WHERE category_type = (SELECT MAX(category_type) FROM bookings) AND paid_at IS NOT NULL ORDER BY id LIMIT 3)`)
	exec(t, s, `UPDATE bookings SET paid_by = 'bank' WHERE paid_by = 'cash'`)
	viewer, treasurer := s.DeskAs(domain.RoleViewer), s.DeskAs(domain.RoleTreasurer)
	told, all := call[wire.DeskTodayResponse](t, viewer, "today", nil), call[wire.DeskTodayResponse](t, treasurer, "today", nil)
	categories := func(of wire.DeskTodayResponse) (groups []wire.DeskGroup) {
		for _, c := range of.Categories {
			groups = append(groups, c.All)
		}
		return groups
	}
	days := func(of wire.DeskTodayResponse) (groups []wire.DeskGroup) {
		for _, d := range of.Days {
			groups = append(groups, d.Paid)
		}
		return groups
	}
	amounts := map[string]func(wire.DeskGroup) *int64{
		"net":    func(g wire.DeskGroup) *int64 { return g.NetPaise },
		"gst":    func(g wire.DeskGroup) *int64 { return g.GSTPaise },
		"refund": func(g wire.DeskGroup) *int64 { return g.RefundedPaise },
	}
	veiled := 0
	for name, of := range map[string]func(wire.DeskTodayResponse) []wire.DeskGroup{
		"categories": categories, "days": days,
		"states":  func(of wire.DeskTodayResponse) []wire.DeskGroup { return of.States },
		"paid by": func(of wire.DeskTodayResponse) []wire.DeskGroup { return of.PaidBy },
	} {
		for amount, read := range amounts {
			people, paise := 0, int64(0)
			for i, g := range of(told) {
				if full := read(of(all)[i]); read(g) == nil && *full != 0 {
					people, paise = people+g.Count, paise+*full
				}
			}
			if paise != 0 && people < 10 && read(told.All) != nil {
				t.Errorf("%s, %s: the amounts of %d people can be subtracted", name, amount, people)
			}
			if paise != 0 {
				veiled++
			}
		}
	}
	if veiled < 4 {
		t.Errorf("only %d lists leave anything out", veiled)
	}
	small := slices.MinFunc(categories(all), func(a, b wire.DeskGroup) int { return a.Count - b.Count })
	if small.Count != 3 {
		t.Fatalf("the smallest category has %d", small.Count)
	}
	var others []string
	for _, c := range all.Categories {
		if c.Type != small.Key {
			others = append(others, "category="+c.Type)
		}
	}
	if sums := people(t, viewer, strings.Join(others, "&")).Sums; sums.Count != all.All.Count-3 || sums.NetPaise != nil {
		t.Errorf("all but three: %+v", sums)
	}
	if sums := people(t, viewer, "").Sums; sums.NetPaise == nil || *sums.NetPaise != *all.All.NetPaise {
		t.Errorf("of all together: %+v", sums)
	}
}
