package people

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// These queries read every registration from indexes that contain all they need (migrations desk_figures and
// desk_counted). Bookings with the same values are counted rather than added up, and a day is one row: a sum takes
// longer than a count, and a row of a result longer than ten bookings.
const (
	GroupsSQL = `
		SELECT b.category_type,
		       ` + paidBySQL + `,
		       b.booking_state,
		       b.holds_seat,
		       b.seats,
		       b.net_paise,
		       b.gst_paise,
		       COUNT(*),
		       COALESCE(SUM(b.refunded_paise), 0)
		FROM bookings AS b
		GROUP BY 1, 2, 3, 4, 5, 6, 7`
	spanSQL = `SELECT COALESCE((SELECT MIN(created_at) FROM bookings), 0), COALESCE((SELECT MAX(created_at)
			FROM bookings), 0)`
	paySpanSQL = `
		SELECT COALESCE((SELECT MIN(paid_at) FROM bookings WHERE paid_at IS NOT NULL), 0),
		       COALESCE((SELECT MAX(paid_at) FROM bookings WHERE paid_at IS NOT NULL), 0)`
	// daysOfList are days by their first instant; the last instant is only the end of the day before.
	daysOfList = `
		FROM (SELECT CAST(value AS BIGINT) AS begins,
			LEAD(CAST(value AS BIGINT)) OVER (ORDER BY CAST(value AS BIGINT)) AS ends
		      FROM json_each(?)) AS day`
	// A subquery returns one value, so its numbers are one text.
	DaysSQL = `
		SELECT day.begins, (SELECT COUNT(*) || ' ' || COALESCE(SUM(b.seats), 0) || ' ' ||
		                           COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.net_paise ELSE 0 END), 0) || ' ' ||
		                           COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.gst_paise ELSE 0 END), 0) || ' ' ||
		                           COALESCE(SUM(b.refunded_paise), 0)
		                    FROM bookings AS b
		                    WHERE b.created_at >= day.begins AND b.created_at < day.ends)` + daysOfList
	PaydaysSQL = `
		SELECT day.begins, (SELECT COUNT(*) || ' ' || COALESCE(SUM(b.seats), 0) || ' ' ||
		                           COALESCE(SUM(b.net_paise), 0) || ' ' ||
		                           COALESCE(SUM(b.gst_paise), 0) || ' ' ||
		                           COALESCE(SUM(b.refunded_paise), 0)
		                    FROM bookings AS b
		                    WHERE b.paid_at >= day.begins AND b.paid_at < day.ends)` + daysOfList
)

// PeopleGroups returns the totals of all bookings, grouped by their common values.
func (s Store) PeopleGroups(ctx context.Context) ([]booking.PeopleGroup, error) {
	rows, err := s.QueryContext(ctx, GroupsSQL)
	return engine.Collect(rows, err, "count bookings", func(row engine.Scanner) (g booking.PeopleGroup, err error) {
		var one booking.PeopleSums
		var refunded int64
		err = row.Scan(&g.Category, &g.PaidBy, &g.State, &g.HoldsSeat, &one.Seats, &one.NetPaise, &one.GSTPaise, &g.Count,
			&refunded)
		if one.Count = 1; g.PaidBy == "" {
			one.NetPaise, one.GSTPaise = 0, 0
		}
		count := g.Count
		g.PeopleSums = booking.PeopleSums{RefundedPaise: refunded}
		g.Add(one, count)
		return g, err
	})
}

// isGrouped reports whether a filter uses only values by which the groups are formed.
func isGrouped(f booking.PeopleFilter) bool {
	for _, flag := range f.Flags {
		if flag != "seat" {
			return false
		}
	}
	return len(f.Terms) == 0 && len(f.Statuses) == 0 && f.Registered == booking.Span{} && f.Paid == booking.Span{} &&
		f.Came == "" && len(f.Answers) == 0
}

// sumGroups adds up the groups that match a filter.
func (s Store) sumGroups(ctx context.Context, f booking.PeopleFilter) (sums booking.PeopleSums, err error) {
	groups, err := s.PeopleGroups(ctx)
	for _, g := range groups {
		if admits(f.States, string(g.State)) && admits(f.Categories, g.Category) && admits(f.PaidBy, g.PaidBy) &&
			(g.HoldsSeat || len(f.Flags) == 0) {
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

// PeopleByDay returns the totals by the day, in the given zone, on which bookings were registered, and on which they
// were paid.
func (s Store) PeopleByDay(ctx context.Context, zone *time.Location) (registered, paid map[string]booking.PeopleSums,
	err error) {
	registered, paid = map[string]booking.PeopleSums{}, map[string]booking.PeopleSums{}
	if err := s.addDays(ctx, registered, zone, spanSQL, DaysSQL); err != nil {
		return nil, nil, err
	}
	return registered, paid, s.addDays(ctx, paid, zone, paySpanSQL, PaydaysSQL)
}

// addDays adds up the days of a span.
func (s Store) addDays(ctx context.Context, days map[string]booking.PeopleSums, zone *time.Location, span,
	query string) error {
	var first, last engine.Instant
	if err := s.QueryRowContext(ctx, span).Scan(&first, &last); err != nil {
		return fmt.Errorf("find the first and the last day: %w", err)
	}
	rows, err := s.QueryContext(ctx, query, midnights(time.Time(first), time.Time(last), zone))
	_, err = engine.Collect(rows, err, "add up days", func(row engine.Scanner) (_ bool, err error) {
		var begins engine.Instant
		var text string
		var sums booking.PeopleSums
		if err = row.Scan(&begins, &text); err != nil {
			return false, err
		}
		if _, err = fmt.Sscan(text, sumPlaces(&sums)...); sums.Count > 0 {
			addDay(days, time.Time(begins), zone, sums)
		}
		return true, err
	})
	return err
}

func addDay(days map[string]booking.PeopleSums, at time.Time, zone *time.Location, more booking.PeopleSums) {
	day := at.In(zone).Format(time.DateOnly)
	sums := days[day]
	sums.Add(more, 1)
	days[day] = sums
}

// midnights returns the first instants of all days of a zone in a time span, and of the day after, as a JSON list.
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

// quarter is a time span in milliseconds in which no time zone has two days.
const quarter = 15 * 60 * 1000

// DaysOfEntry returns the days on which somebody checked in, in order: those that gates recorded, and those of a
// zone on which somebody was admitted before there were gates.
func (s Store) DaysOfEntry(ctx context.Context, zone *time.Location) ([]string, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT DISTINCT day, 0 FROM gate_entries WHERE list = ? AND used > 0
		UNION SELECT DISTINCT '', entered_at / 900000 FROM entries`, domain.EntryList)
	days, err := engine.Collect(rows, err, "list days of entry", func(row engine.Scanner) (day string, err error) {
		var quarters int64
		if err = row.Scan(&day, &quarters); day == "" {
			day = time.UnixMilli(quarters * quarter).In(zone).Format(time.DateOnly)
		}
		return day, err
	})
	slices.Sort(days)
	return slices.Compact(days), err
}
