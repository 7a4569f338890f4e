package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"transom/api/domain"
)

// These read every registration, in indexes that hold all that they ask for (migrations desk_figures and desk_counted). What is alike
// is counted and not added up, and a day is one row: a sum takes longer than a count, a row of an answer longer than ten bookings.
const (
	groupsSQL = `
		SELECT b.category_type, ` + paidBySQL + `, b.status, b.holds_seat, b.seats, b.net_paise, b.gst_paise, COUNT(*)
		FROM bookings AS b
		GROUP BY 1, 2, 3, 4, 5, 6, 7`
	spanSQL    = `SELECT COALESCE((SELECT MIN(created_at) FROM bookings), 0), COALESCE((SELECT MAX(created_at) FROM bookings), 0)`
	paySpanSQL = `
		SELECT COALESCE((SELECT MIN(paid_at) FROM bookings WHERE paid_at IS NOT NULL), 0),
		       COALESCE((SELECT MAX(paid_at) FROM bookings WHERE paid_at IS NOT NULL), 0)`
	// daysOfList are days by their first instant, the last one only as the end of the one before.
	daysOfList = `
		FROM (SELECT CAST(value AS BIGINT) AS begins, LEAD(CAST(value AS BIGINT)) OVER (ORDER BY CAST(value AS BIGINT)) AS ends
		      FROM json_each(?)) AS day`
	// A question within a question has one answer, so its numbers are one text.
	daysSQL = `
		SELECT day.begins, (SELECT COUNT(*) || ' ' || COALESCE(SUM(b.seats), 0) || ' ' ||
		                           COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.net_paise ELSE 0 END), 0) || ' ' ||
		                           COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.gst_paise ELSE 0 END), 0)
		                    FROM bookings AS b
		                    WHERE b.created_at >= day.begins AND b.created_at < day.ends)` + daysOfList
	paydaysSQL = `
		SELECT day.begins, (SELECT COUNT(*) || ' ' || COALESCE(SUM(b.seats), 0) || ' ' || COALESCE(SUM(b.net_paise), 0) || ' ' || COALESCE(SUM(b.gst_paise), 0)
		                    FROM bookings AS b
		                    WHERE b.paid_at >= day.begins AND b.paid_at < day.ends)` + daysOfList
)

// PeopleGroups adds up all bookings, by what they are alike in. The state follows from the status, in the order of an index;
// the odd ones are taken out of there and put where they belong.
func (s *Store) PeopleGroups(ctx context.Context) ([]domain.PeopleGroup, error) {
	var plain []domain.PeopleGroup
	var odd []oddGroup
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) { plain, err = s.plainGroups(ctx); return err })
	both.Go(func() (err error) { odd, err = s.oddGroups(ctx); return err })
	err := both.Wait()
	return movedGroups(plain, odd), err
}

// plainGroups are all bookings in the states that follow from their status.
func (s *Store) plainGroups(ctx context.Context) ([]domain.PeopleGroup, error) {
	rows, err := s.read.QueryContext(ctx, groupsSQL)
	return collect(rows, err, "count bookings", func(row oneRow) (g domain.PeopleGroup, err error) {
		var status domain.PaymentStatus
		var one domain.PeopleSums
		var count int
		err = row.Scan(&g.Category, &g.PaidBy, &status, &g.HoldsSeat, &one.Seats, &one.NetPaise, &one.GSTPaise, &count)
		if one.Count = 1; g.PaidBy == "" {
			one.NetPaise, one.GSTPaise = 0, 0
		}
		g.State = plainState(status, g.HoldsSeat)
		g.Add(one, count)
		return g, err
	})
}

// oddGroups are the odd ones, in the states that they have.
func (s *Store) oddGroups(ctx context.Context) ([]oddGroup, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT b.category_type, `+paidBySQL+`, b.holds_seat, b.status, `+stateSQL+`, `+sumsSQL+`, COALESCE(SUM(odd.refunded), 0)
		FROM bookings AS b`+withOdd+`
		WHERE `+isOdd+`
		GROUP BY 1, 2, 3, 4, 5`)
	return collect(rows, err, "add up odd bookings", func(row oneRow) (g oddGroup, err error) {
		var status domain.PaymentStatus
		err = row.Scan(append([]any{&g.Category, &g.PaidBy, &g.HoldsSeat, &status, &g.State}, sumPlaces(&g.PeopleSums)...)...)
		g.plain = plainState(status, g.HoldsSeat)
		return g, err
	})
}

// oddGroup is a group with the state that it has not.
type oddGroup struct {
	domain.PeopleGroup
	plain domain.BookingState
}

// movedGroups takes the odd bookings out of the state that follows from their status.
func movedGroups(plain []domain.PeopleGroup, odd []oddGroup) (groups []domain.PeopleGroup) {
	sums, order := map[domain.PeopleGroup]*domain.PeopleSums{}, []domain.PeopleGroup{}
	at := func(g domain.PeopleGroup, state domain.BookingState) *domain.PeopleSums {
		g.State, g.PeopleSums = state, domain.PeopleSums{}
		if sums[g] == nil {
			sums[g], order = new(domain.PeopleSums), append(order, g)
		}
		return sums[g]
	}
	for _, g := range plain {
		at(g, g.State).Add(g.PeopleSums, 1)
	}
	for _, g := range odd {
		at(g.PeopleGroup, g.State).Add(g.PeopleSums, 1)
		taken := g.PeopleSums
		taken.RefundedPaise = 0 // which stands nowhere yet
		at(g.PeopleGroup, g.plain).Add(taken, -1)
	}
	for _, g := range order {
		if g.PeopleSums = *sums[g]; g.Count > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// isGrouped reports whether all that a filter asks for is what groups are alike in.
func isGrouped(f domain.PeopleFilter) bool {
	for _, flag := range f.Flags {
		if flag != "seat" {
			return false
		}
	}
	return len(f.Terms) == 0 && len(f.Statuses) == 0 && f.Registered == domain.Span{} && f.Paid == domain.Span{} && f.Came == ""
}

// sumGroups adds up the groups that a filter admits.
func (s *Store) sumGroups(ctx context.Context, f domain.PeopleFilter) (sums domain.PeopleSums, err error) {
	groups, err := s.PeopleGroups(ctx)
	for _, g := range groups {
		if admits(f.States, string(g.State)) && admits(f.Categories, g.Category) && admits(f.PaidBy, g.PaidBy) && (g.HoldsSeat || len(f.Flags) == 0) {
			sums.Add(g.PeopleSums, 1)
		}
	}
	return sums, err
}

func admits(wanted []string, value string) bool {
	for _, one := range wanted {
		if one == value {
			return true
		}
	}
	return len(wanted) == 0
}

// PeopleByDay adds up bookings by the days of a zone on which they were registered, and on which they were paid.
func (s *Store) PeopleByDay(ctx context.Context, zone *time.Location) (registered, paid map[string]domain.PeopleSums, err error) {
	registered, paid = map[string]domain.PeopleSums{}, map[string]domain.PeopleSums{}
	if err := s.addDays(ctx, registered, zone, spanSQL, daysSQL); err != nil {
		return nil, nil, err
	}
	if err := s.addDays(ctx, paid, zone, paySpanSQL, paydaysSQL); err != nil {
		return nil, nil, err
	}
	rows, err := s.read.QueryContext(ctx, `
		SELECT b.created_at, b.paid_at, p.refunded_paise
		FROM payments AS p
		JOIN bookings AS b ON b.id = p.booking_id
		WHERE p.refunded_paise > 0 AND `+hasPaid)
	_, err = collect(rows, err, "add up refunds of days", func(row oneRow) (_ bool, err error) {
		var created, payday millis
		var sums domain.PeopleSums
		err = row.Scan(&created, &payday, &sums.RefundedPaise)
		addDay(registered, time.Time(created), zone, sums)
		if !time.Time(payday).IsZero() {
			addDay(paid, time.Time(payday), zone, sums)
		}
		return true, err
	})
	return registered, paid, err
}

// addDays adds up the days of a span.
func (s *Store) addDays(ctx context.Context, days map[string]domain.PeopleSums, zone *time.Location, span, query string) error {
	var first, last millis
	if err := s.read.QueryRowContext(ctx, span).Scan(&first, &last); err != nil {
		return fmt.Errorf("find the first and the last day: %w", err)
	}
	rows, err := s.read.QueryContext(ctx, query, midnights(time.Time(first), time.Time(last), zone))
	_, err = collect(rows, err, "add up days", func(row oneRow) (_ bool, err error) {
		var begins millis
		var text string
		var sums domain.PeopleSums
		if err = row.Scan(&begins, &text); err != nil {
			return false, err
		}
		if _, err = fmt.Sscan(text, sumPlaces(&sums)[:4]...); sums.Count > 0 {
			addDay(days, time.Time(begins), zone, sums)
		}
		return true, err
	})
	return err
}

func addDay(days map[string]domain.PeopleSums, at time.Time, zone *time.Location, more domain.PeopleSums) {
	day := at.In(zone).Format(time.DateOnly)
	sums := days[day]
	sums.Add(more, 1)
	days[day] = sums
}

// midnights are the first instants of all days of a zone from one instant to another, and that of the day after, as a list in JSON.
func midnights(first, last time.Time, zone *time.Location) string {
	var all []string
	year, month, day := first.In(zone).Date()
	for ; ; day++ {
		at := time.Date(year, month, day, 0, 0, 0, 0, zone)
		all = append(all, strconv.FormatInt(at.UnixMilli(), 10))
		if at.After(last) {
			return "[" + strings.Join(all, ",") + "]"
		}
	}
}

// quarter is the time within which no zone has two days, in milliseconds.
const quarter = 15 * 60 * 1000

// DaysOfEntry are the days on which somebody came, in their order: those that the gates have written down, and those of a zone on
// which somebody was admitted before there were gates.
func (s *Store) DaysOfEntry(ctx context.Context, zone *time.Location) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT DISTINCT day, 0 FROM gate_entries WHERE list = ? AND used > 0
		UNION SELECT DISTINCT '', entered_at / 900000 FROM entries`, domain.EntryList)
	days, err := collect(rows, err, "list days of entry", func(row oneRow) (day string, err error) {
		var quarters int64
		if err = row.Scan(&day, &quarters); day == "" {
			day = time.UnixMilli(quarters * quarter).In(zone).Format(time.DateOnly)
		}
		return day, err
	})
	slices.Sort(days)
	return slices.Compact(days), err
}
