package fakegateway

import "time"

// Knobs are the probabilities and sizes of faults. Source: payments reference, section 10.
type Knobs struct {
	LostCreate     float64 // the link is created, but the answer is lost
	ServerError    float64 // 5xx before anything is done
	HTMLError      float64 // 502 with an HTML page
	TooMany        float64 // 429 with a misleading body
	MaxLatency     time.Duration
	Duplicate      float64 // a webhook is sent up to five times with the same event id
	Replay         float64 // and again with a new event id
	Shuffle        float64 // webhooks arrive out of order
	Never          float64 // a webhook is never sent
	MaxDelay       time.Duration
	FailedThenPaid float64
	LatePayment    float64
	Tamper         float64 // amount or currency is wrong in an answer or a webhook
	Odd            bool    // unknown members, notes in three forms, ids without prefix
}

// Kind returns a gateway without faults.
func Kind() Knobs { return Knobs{} }

// Usual returns the faults of every test run.
func Usual() Knobs {
	return Knobs{
		LostCreate: 0.05, ServerError: 0.03, HTMLError: 0.02, TooMany: 0.03,
		Duplicate: 0.2, Replay: 0.05, Shuffle: 0.2, Never: 0.1, MaxDelay: 15 * time.Second,
		FailedThenPaid: 0.1, LatePayment: 0.01, Tamper: 0.005, Odd: true,
	}
}

// Stress returns the faults of a bad day.
func Stress() Knobs {
	return Knobs{
		LostCreate: 0.3, ServerError: 0.15, HTMLError: 0.15, TooMany: 0.2,
		Duplicate: 1, Replay: 0.5, Shuffle: 1, Never: 0.5, MaxDelay: 24 * time.Hour,
		FailedThenPaid: 0.5, LatePayment: 0.2, Tamper: 0.1, Odd: true,
	}
}
