package server_test

import (
	"os"
	"sync"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/store"
)

var must = check.Must

// `make soak` sets TRANSOM_SOAK.
func scaled(small, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return small
}

// start takes at most one set of options.
func start(t *testing.T, options ...apitest.Options) *apitest.Server {
	t.Helper()
	t.Parallel()
	return apitest.Start(t, append(options, apitest.Options{})[0])
}

// startOnce is for rules that do not depend on the database; it runs on SQLite only.
func startOnce(t *testing.T, options ...apitest.Options) *apitest.Server {
	t.Helper()
	testdb.Once(t)
	return start(t, options...)
}

func atOnce(calls int, call func(i int) apitest.Answer) (answers []apitest.Answer, statuses map[int]int) {
	answers, statuses = make([]apitest.Answer, calls), map[int]int{}
	var all sync.WaitGroup
	for i := range calls {
		all.Go(func() { answers[i] = call(i) })
	}
	all.Wait()
	for _, a := range answers {
		statuses[a.Status]++
	}
	return answers, statuses
}

func triesUntil(status, most int, call func() apitest.Answer) (tries int) {
	for tries < most && call().Status != status {
		tries++
	}
	return tries
}

func write(t *testing.T, s *apitest.Server, f func(tx *store.Tx) error) {
	t.Helper()
	must(t, s.Store.Write(t.Context(), f))
}

func registrationOf(d *apitest.Desk, id string) map[string]any {
	return d.Must("registration", map[string]any{"id": id}).Body["registration"].(map[string]any)
}

// `what` is a format string and its arguments.
func equal[T comparable](t testing.TB, got, want T, what ...any) {
	t.Helper()
	check.Equal(t, got, want, what...)
}

// startDesk is startOnce with a member of staff at the desk.
func startDesk(t *testing.T, role string, options ...apitest.Options) (*apitest.Server, *apitest.Desk) {
	t.Helper()
	s := startOnce(t, options...)
	return s, s.DeskAs(role)
}

// once is for tests in which the database plays no part; they run beside others, with SQLite only.
func once(t *testing.T) {
	t.Helper()
	testdb.Once(t)
	t.Parallel()
}

func erase(t testing.TB, s *apitest.Server, b booking.Booking) {
	t.Helper()
	_, err := s.Store.ErasePerson(t.Context(), personOf(b), s.Clock.Now())
	must(t, err)
}

// paidMailbox returns the address of a new person who has paid.
func paidMailbox(s *apitest.Server) (email string) {
	_, _, b, _ := s.RegisterPaid(nil)
	return b.Email
}
