package server_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/store"
)

// scaled returns `small`, or `full` if TRANSOM_SOAK is set (make soak).
func scaled(small, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return small
}

// start runs an API, with at most one set of options, for a test that runs in parallel with others.
func start(t *testing.T, options ...apitest.Options) *apitest.Server {
	t.Helper()
	t.Parallel()
	return apitest.Start(t, append(options, apitest.Options{})[0])
}

// startOnce is start for a test of rules that do not depend on the database; the test runs on SQLite only.
func startOnce(t *testing.T, options ...apitest.Options) *apitest.Server {
	t.Helper()
	testdb.Once(t)
	return start(t, options...)
}

// atOnce makes calls at the same moment and counts the responses by status.
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

// triesUntil repeats a call at most `most` times until it gets the status, and counts the calls with another status.
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

// equal fails the test if the values differ; `what` (a format string and its arguments) describes them.
func equal[T comparable](t testing.TB, got, want T, what ...any) {
	t.Helper()
	if got == want {
		return
	}
	label := ""
	if len(what) > 0 {
		label = fmt.Sprintf(what[0].(string), what[1:]...) + ": "
	}
	t.Errorf("%s%v, want %v", label, got, want)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
