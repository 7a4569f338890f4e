package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/search"
	"transom/api/texts"
	"transom/api/wire"
)

// narrowed returns a query's filter and search. A role can neither search nor sort by data that it may not see.
// For possible duplicates, `shared` says what they share.
func (r *Reads) narrowed(ctx context.Context, q Query, sight Sight) (f booking.RegistrationFilter,
	shared []booking.Shared, err error) {
	if f, err = r.filter(q, sight); err != nil {
		return f, nil, err
	}
	if q.Sort == "amount" && !sight.Money {
		return f, nil, domain.InvalidField("sort", texts.DeskSortByAmount)
	}
	if f.Terms, err = r.terms(ctx, q.Text, sight); err != nil {
		return f, nil, err
	}
	// Run a search with a small result only once, for both the sums and the page.
	if len(f.Terms) > 0 {
		ids, all, err := r.Store.FindRegistrations(ctx, f.Terms, maxFound)
		if err != nil {
			return f, nil, err
		}
		if all {
			f.Terms = []booking.SearchTerm{{IDs: ids}}
		}
	}
	if at := slices.Index(f.Flags, booking.FlagDuplicate); at >= 0 {
		f.Flags = slices.Delete(slices.Clone(f.Flags), at, at+1)
		shared, err = r.Store.SharedValues(ctx)
		ids := domain.Each(shared, func(s booking.Shared) string { return s.BookingID })
		f.Terms = append(f.Terms, booking.SearchTerm{IDs: ids})
	}
	return f, shared, err
}

// Registrations returns one page of a list, with the totals for the whole list.
func (r *Reads) Registrations(ctx context.Context, q Query, sight Sight) (out wire.DeskRegistrationsResponse,
	err error) {
	f, duplicates, err := r.narrowed(ctx, q, sight)
	if err != nil {
		return out, err
	}
	sums, people, shared, err := r.summedAndListed(ctx, f, duplicates)
	out = wire.DeskRegistrationsResponse{
		Query: q.String(), Sums: sumsOf(sums, sight), Rows: r.rows(people, sight), Page: q.Page, Per: q.Per,
		Choices: r.choices(sight),
	}
	for i := range out.Rows {
		out.Rows[i].Shared = shared[out.Rows[i].ID]
	}
	return out, err
}

// listed returns a filter's ids and, for possible duplicates, a sentence for each about what it shares. A group stands
// together, in the place of its first member.
func (r *Reads) listed(ctx context.Context, f booking.RegistrationFilter, shared []booking.Shared) (ids []string,
	sentences map[string]string, err error) {
	limit, offset := f.Limit, f.Offset
	if shared != nil {
		f.Limit, f.Offset = 0, 0
	}
	ids, err = r.Store.RegistrationIDs(ctx, f)
	if shared == nil || err != nil {
		return ids, nil, err
	}
	number, what := groupsOf(ids, shared)
	slices.SortStableFunc(ids, func(a, b string) int { return number[a] - number[b] })
	ids = ids[min(offset, len(ids)):]
	if limit > 0 {
		ids = ids[:min(limit, len(ids))]
	}
	sentences = map[string]string{}
	for _, id := range ids {
		sentences[id] = texts.DeskShared(number[id], what[id])
	}
	return ids, sentences, nil
}

// groupsOf numbers the groups in the order of ids, and returns the names of what each registration shares. Two
// registrations that share different values with a third one are in the same group.
func groupsOf(ids []string, values []booking.Shared) (number map[string]int, what map[string][]string) {
	number, what = map[string]int{}, map[string][]string{}
	of, with := map[string][]booking.Shared{}, map[booking.Shared][]string{}
	for _, v := range values {
		id := v.BookingID
		v.BookingID = ""
		of[id], with[v], what[id] = append(of[id], v), append(with[v], id), append(what[id], v.What)
	}
	var join func(id string, n int)
	join = func(id string, n int) {
		number[id] = n
		for _, v := range of[id] {
			others := with[v]
			delete(with, v)
			for _, other := range others {
				if number[other] == 0 {
					join(other, n)
				}
			}
		}
	}
	n := 0
	for _, id := range ids {
		if number[id] == 0 {
			n++
			join(id, n)
		}
	}
	return number, what
}

const maxAlike = 20

// Alike returns people whose names sound like the words in a query, for a search that found nobody.
func (r *Reads) Alike(ctx context.Context, q Query, sight Sight) (out wire.DeskRegistrationsResponse, err error) {
	out = wire.DeskRegistrationsResponse{Query: q.String(), Rows: []wire.DeskRow{}, Page: 1, Per: maxAlike,
		Choices: r.choices(sight)}
	f, err := r.filter(q, sight)
	if err != nil {
		return out, err
	}
	var words []string
	longest := 0
	for _, word := range wordsOf(q.Text) {
		words = append(words, search.Fold(word))
		longest = max(longest, utf8.RuneCountInString(search.Fold(word)))
		if strings.ContainsAny(word, "0123456789@") { // a similar number or address belongs to another person
			return out, nil
		}
	}
	if longest < search.MinAlike {
		return out, nil
	}
	ids, err := r.Store.FindAlike(ctx, words)
	if err != nil || len(ids) == 0 {
		return out, err
	}
	f.Terms, f.Sort, f.Down, f.Offset, f.Limit = []booking.SearchTerm{{IDs: ids}}, "name", false, 0, maxAlike
	if ids, err = r.Store.RegistrationIDs(ctx, f); err != nil {
		return out, err
	}
	people, err := r.Store.DeskBookings(ctx, ids)
	out.Rows = r.rows(people, sight)
	return out, err
}

// summedAndListed reads the sums and the page in parallel, because both repeat the search if it found many bookings.
func (r *Reads) summedAndListed(ctx context.Context, f booking.RegistrationFilter, duplicates []booking.Shared) (
	sums booking.RegistrationSums, people []booking.DeskBooking, shared map[string]string, err error) {
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) { sums, err = r.Store.SumRegistrations(ctx, f); return err })
	both.Go(func() (err error) {
		var ids []string
		if ids, shared, err = r.listed(ctx, f, duplicates); err == nil {
			people, err = r.Store.DeskBookings(ctx, ids)
		}
		return err
	})
	err = both.Wait()
	return sums, people, shared, err
}

// All returns a query's bookings from all pages, as they are exported.
func (r *Reads) All(ctx context.Context, q Query, sight Sight) ([]booking.DeskBooking, error) {
	ids, _, err := r.allIDs(ctx, q, sight)
	if err != nil {
		return nil, err
	}
	all := make([]booking.DeskBooking, 0, len(ids))
	for some := range slices.Chunk(ids, maxPerPage) {
		people, err := r.withBuyers(ctx, some)
		if err != nil {
			return nil, err
		}
		all = append(all, people...)
	}
	return all, nil
}

func (r *Reads) allIDs(ctx context.Context, q Query, sight Sight) (ids []string, shared map[string]string, err error) {
	f, duplicates, err := r.narrowed(ctx, q, sight)
	if err != nil {
		return nil, nil, err
	}
	f.Limit, f.Offset = 0, 0
	return r.listed(ctx, f, duplicates)
}

// sumsOf returns no amounts to a role that may not see them, because 0 would be wrong.
func sumsOf(sums booking.RegistrationSums, sight Sight) wire.DeskSums {
	out := wire.DeskSums{Count: sums.Count, Seats: sums.Seats}
	if sight.Money {
		out.NetPaise, out.GSTPaise, out.RefundedPaise = &sums.NetPaise, &sums.GSTPaise, &sums.RefundedPaise
	}
	return out
}

func (r *Reads) rows(people []booking.DeskBooking, sight Sight) []wire.DeskRow {
	return domain.Each(people, func(b booking.DeskBooking) wire.DeskRow { return r.row(b, sight) })
}

func (r *Reads) row(b booking.DeskBooking, sight Sight) wire.DeskRow {
	row := wire.DeskRow{
		ID: b.ID, Code: b.Code, Name: b.Name(), SpouseName: b.SpouseName, Category: b.CategoryType,
		CategoryName: r.Content.CategoryName(b.CategoryType), State: string(b.DerivedState.State), Seats: b.Seats,
		Registered: wire.Instant(b.CreatedAt), Paid: cmp.Or(b.PaidOn, wire.Instant(b.PaidAt)), PaidBy: b.PaidHow(),
		City:    b.City,
		Company: b.CompanyName, Institute: b.InstituteName, MembershipNo: b.MembershipNo, TicketStatus: b.Ticket.Status,
		Entries: b.Ticket.EntriesTotal - b.Ticket.EntriesRemaining, Tasks: b.Tasks,
	}
	if sight.Contact {
		row.Email, row.Mobile, row.Answers = b.Email, b.Mobile, b.Answers
	}
	if sight.Money {
		refunded := b.RefundedPaise()
		row.RefundedPaise, row.WaivedPaise = &refunded, b.WaivedPaise
		if price, known := b.Price(); known {
			row.AmountPaise = &price.TotalPaise
		}
	}
	return row
}

func (r *Reads) choices(sight Sight) wire.DeskChoices {
	c := wire.DeskChoices{States: stateNames, Categories: r.categoryNames(), PaidBy: paidBy, Flags: r.flagNames(sight),
		Questions: r.questions(sight)}
	c.Columns = domain.Each(columnsFor(r.Content, sight), func(column Column) wire.DeskChoice {
		return wire.DeskChoice{Key: column.Key, Name: column.title(r.Content)}
	})
	return c
}
