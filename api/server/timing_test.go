package server_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
)

// Security reference, row 39. The measure is the chance that a known address takes longer: 0.5 reveals nothing.
func TestAnswersTakeTheSameTimeForUnknownAddresses(t *testing.T) {
	testdb.Once(t)
	pairs, low, high := 150, 0.35, 0.65
	if os.Getenv("TRANSOM_SOAK") != "" {
		pairs, low, high = 2000, 0.45, 0.55
	}
	s := apitest.Start(t, apitest.Options{}) // cheap hashes: expensive ones would only hide differences
	var knownSend, unknownSend, knownVerify, unknownVerify []time.Duration
	measure := func(email string, send, verify *[]time.Duration) {
		begun := time.Now()
		challenge := asked(t, s, email)
		*send = append(*send, time.Since(begun))
		begun = time.Now()
		tried(s, email, challenge, "000000")
		*verify = append(*verify, time.Since(begun))
	}
	form, _, _, _ := s.RegisterPaid(nil)
	for n := range pairs {
		if n%5 == 0 { // an address may request ten codes a day and fail a hundred times in a row
			form, _, _, _ = s.RegisterPaid(nil)
		}
		known, unknown := form["email"].(string), fmt.Sprintf("zz%06d@example.org", n/5)
		if n%2 == 0 {
			measure(known, &knownSend, &knownVerify)
			measure(unknown, &unknownSend, &unknownVerify)
		} else {
			measure(unknown, &unknownSend, &unknownVerify)
			measure(known, &knownSend, &knownVerify)
		}
		s.Clock.Add(13 * time.Minute)
	}
	for what, value := range map[string]float64{"send-otp": chance(knownSend, unknownSend),
		"verify-otp": chance(knownVerify, unknownVerify)} {
		t.Logf("%s: %.3f", what, value)
		if value < low || value > high {
			t.Errorf("%s: a known address takes longer with a chance of %.3f", what, value)
		}
	}
}

// chance returns the Mann–Whitney statistic as a share.
func chance(a, b []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(b))
	sum := 0
	for _, v := range a {
		at, _ := slices.BinarySearch(sorted, v)
		sum += at
	}
	return float64(sum) / float64(len(a)*len(b))
}
