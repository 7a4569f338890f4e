package people

import (
	"cmp"
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

// These queries read only covering indexes (migrations 0022 and 0026). Counting bookings with equal values is faster
// than adding up their prices. Reading a result row takes longer than reading ten bookings, so each day is one row.
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
	// daysOfList turns a list of instants into days; the last instant ends the last day.
	daysOfList = `
		FROM (SELECT CAST(value AS BIGINT) AS begins,
			LEAD(CAST(value AS BIGINT)) OVER (ORDER BY CAST(value AS BIGINT)) AS ends
		      FROM json_each(?)) AS day`
	// The subquery may return only one value, so its numbers are joined into one string.
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

// RegistrationGroups returns the totals of all bookings, grouped by the values that they share.
func (s Store) RegistrationGroups(ctx context.Context) ([]booking.RegistrationGroup, error) {
	groups, err := engine.All(ctx, s, "count bookings", func(g *booking.RegistrationGroup) []any {
		return []any{&g.Category, &g.PaidBy, &g.State, &g.HoldsSeat, &g.Seats, &g.NetPaise, &g.GSTPaise, &g.Count,
			&g.RefundedPaise}
	}, GroupsSQL)
	for i := range groups { // the group's seats and price are per booking
		g := &groups[i]
		if g.PaidBy == "" {
			g.NetPaise, g.GSTPaise = 0, 0
		}
		g.Seats, g.NetPaise, g.GSTPaise = g.Count*g.Seats, int64(g.Count)*g.NetPaise, int64(g.Count)*g.GSTPaise
	}
	return groups, err
}

// isGrouped reports whether a filter uses only values by which the groups are formed.
func isGrouped(f booking.RegistrationFilter) bool {
	for _, flag := range f.Flags {
		if flag != "seat" {
			return false
		}
	}
	return len(f.Terms) == 0 && len(f.Statuses) == 0 && f.Registered == booking.Span{} && f.Paid == booking.Span{} &&
		f.CheckedIn == "" && len(f.Answers) == 0
}

func (s Store) sumGroups(ctx context.Context, f booking.RegistrationFilter) (sums booking.RegistrationSums, err error) {
	groups, err := s.RegistrationGroups(ctx)
	for _, g := range groups {
		if admits(f.States, string(g.State)) && admits(f.Categories, g.Category) && admits(f.PaidBy, g.PaidBy) &&
			(g.HoldsSeat || len(f.Flags) == 0) {
			sums.Add(g.RegistrationSums, 1)
		}
	}
	return sums, err
}

func admits(wanted []string, value string) bool {
	return len(wanted) == 0 || slices.Contains(wanted, value)
}

// RegistrationsByDay returns the totals by day of registration and by day of payment, in the given zone.
func (s Store) RegistrationsByDay(ctx context.Context, zone *time.Location) (registered,
	paid map[string]booking.RegistrationSums, err error) {
	registered, paid = map[string]booking.RegistrationSums{}, map[string]booking.RegistrationSums{}
	if err := s.addDays(ctx, registered, zone, spanSQL, DaysSQL); err != nil {
		return nil, nil, err
	}
	return registered, paid, s.addDays(ctx, paid, zone, paySpanSQL, PaydaysSQL)
}

func (s Store) addDays(ctx context.Context, days map[string]booking.RegistrationSums, zone *time.Location, span,
	query string) error {
	var first, last time.Time
	if err := s.QueryRowContext(ctx, span).Scan(&first, &last); err != nil {
		return fmt.Errorf("find the first and the last day: %w", err)
	}
	type sumsOfDay struct {
		begins time.Time
		text   string
	}
	all, err := engine.All(ctx, s, "add up days", func(d *sumsOfDay) []any { return []any{&d.begins, &d.text} }, query,
		midnights(first, last, zone))
	for _, d := range all {
		var sums booking.RegistrationSums
		if _, err := fmt.Sscan(d.text, sumPlaces(&sums)...); err != nil {
			return err
		}
		if sums.Count > 0 {
			day := d.begins.In(zone).Format(time.DateOnly)
			sums.Add(days[day], 1)
			days[day] = sums
		}
	}
	return err
}

// midnights returns the first instants of all days of a zone in a period, and of the day after, as a JSON list.
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

// quarter is 15 minutes in milliseconds. In every time zone, a day begins at the start of a quarter of an hour.
const quarter = 15 * 60 * 1000

// DaysOfEntry returns the days with check-ins. Entries from before gate devices have a time but no day.
func (s Store) DaysOfEntry(ctx context.Context, zone *time.Location) ([]string, error) {
	type entered struct {
		day      string
		quarters int64
	}
	all, err := engine.All(ctx, s, "list days of entry", func(e *entered) []any { return []any{&e.day, &e.quarters} }, `
		SELECT DISTINCT day, 0 FROM gate_entries WHERE list = ? AND used > 0
		UNION SELECT DISTINCT '', entered_at / 900000 FROM entries`, domain.EntryList)
	var days []string
	for _, e := range all {
		days = append(days, cmp.Or(e.day, time.UnixMilli(e.quarters*quarter).In(zone).Format(time.DateOnly)))
	}
	slices.Sort(days)
	return slices.Compact(days), err
}
