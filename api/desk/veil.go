package desk

import (
	"transom/api/domain"
	"transom/api/wire"
)

// leastTogether is how many people there are of whom somebody may read amounts who sees those of nobody alone.
const leastTogether = 10

func few(people int) bool { return people > 0 && people < leastTogether }

// cell is a figure with how many people brought each of its amounts.
type cell struct {
	sums    *wire.DeskSums
	brought [amounts]int
}

// amounts is how many amounts a figure has.
const amounts = 3

func amountsOf(s *wire.DeskSums) [amounts]**int64 {
	return [amounts]**int64{&s.NetPaise, &s.GSTPaise, &s.RefundedPaise}
}

// veil leaves out of the figures what would tell the amounts of a few people. A list of parts whose total is known tells the part that
// is left out as well: so the next smallest one is left out with it, until those that are left out have leastTogether people together
// (complementary suppression, as in official statistics; Eurostat's handbook on statistical disclosure control, chapter 4). A part of a
// part has no amounts at all, because two tables together tell more than each.
func veil(out *wire.DeskTodayResponse, f figures) {
	all := cell{&out.All.DeskSums, f.brought(everybody)}
	parts := [][]cell{nil, nil, nil, nil}
	for i, g := range out.States {
		parts[0] = append(parts[0], cell{&out.States[i].DeskSums, f.brought(func(p domain.PeopleGroup) bool { return string(p.State) == g.Key })})
	}
	for i, g := range out.PaidBy {
		parts[1] = append(parts[1], cell{&out.PaidBy[i].DeskSums, f.brought(func(p domain.PeopleGroup) bool { return p.PaidBy == g.Key })})
	}
	for i, c := range out.Categories {
		of := &out.Categories[i]
		parts[2] = append(parts[2], cell{&of.All.DeskSums, f.brought(func(p domain.PeopleGroup) bool { return p.Category == c.Type })})
		withoutAmounts(&of.Held.DeskSums)
		for j := range of.States {
			withoutAmounts(&of.States[j].DeskSums)
		}
	}
	for i, day := range out.Days {
		withoutAmounts(&out.Days[i].Registered.DeskSums)
		out.Days[i].Paid.RefundedPaise = nil
		parts[3] = append(parts[3], cell{&out.Days[i].Paid.DeskSums, [amounts]int{day.Paid.Count, day.Paid.Count, 0}})
	}
	for amount := range amounts {
		if few(all.sums.Count) || few(all.brought[amount]) { // then each part has few, too
			*amountsOf(all.sums)[amount] = nil
		}
		for _, part := range parts {
			veilAmount(part, amount)
		}
	}
}

func withoutAmounts(s *wire.DeskSums) {
	for _, amount := range amountsOf(s) {
		*amount = nil
	}
}

// veilAmount leaves an amount out of the parts of one list.
func veilAmount(part []cell, amount int) {
	people, veiled := 0, map[int]bool{}
	hide := func(i int) {
		*amountsOf(part[i].sums)[amount], veiled[i] = nil, true
		people += part[i].brought[amount]
	}
	for i, c := range part {
		if few(c.sums.Count) || few(c.brought[amount]) {
			hide(i)
		}
	}
	for few(people) {
		next := -1
		for i, c := range part {
			if !veiled[i] && c.brought[amount] > 0 && (next < 0 || c.brought[amount] < part[next].brought[amount]) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		hide(next)
	}
}

// brought counts who brought each amount of the groups that are chosen.
func (f figures) brought(in func(domain.PeopleGroup) bool) (people [amounts]int) {
	for _, g := range f.groups {
		if !in(g) {
			continue
		}
		for amount, paise := range [amounts]int64{g.NetPaise, g.GSTPaise, g.RefundedPaise} {
			if paise != 0 {
				people[amount] += g.Count
			}
		}
	}
	return people
}

// toldOf are the sums of a list for who sees the amounts of nobody alone: those that Today tells of the same list. Of any other, which
// could be compared with those, they are without amounts.
func toldOf(today wire.DeskTodayResponse, sums wire.DeskSums, query string) wire.DeskSums {
	groups := append([]wire.DeskGroup{today.All}, append(today.States, today.PaidBy...)...)
	for _, c := range today.Categories {
		groups = append(groups, c.All)
	}
	for _, day := range today.Days {
		groups = append(groups, day.Paid)
	}
	for _, g := range groups {
		if g.Query == query {
			return g.DeskSums
		}
	}
	withoutAmounts(&sums)
	return sums
}
