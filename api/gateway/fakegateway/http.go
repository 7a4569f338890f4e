package fakegateway

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// Refusal is a response from the gateway whose status is not 200.
type Refusal struct {
	Status int
	Why    string
}

func (r Refusal) Error() string { return r.Why }

// Wire is a gateway's wire format.
type Wire struct {
	Authorized func(*http.Request) bool
	// Problem returns a refusal's body.
	Problem func(status int, why string) any
	// Routes are the handlers by pattern; each returns its response's body, or a Refusal.
	Routes map[string]func(*http.Request) (body any, err error)
}

// Speak sets the wire format in which the engine answers requests.
func (e *Engine) Speak(wire Wire) {
	e.wire = wire
	for pattern, answer := range wire.Routes {
		e.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, err := answer(r)
			if refusal, ok := errors.AsType[Refusal](err); ok {
				e.refuse(w, refusal)
				return
			}
			reply(w, http.StatusOK, body)
		})
	}
}

// ServeHTTP picks a random fault, checks the credentials and then handles the request.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch status := e.fault(); {
	case status == 0:
		abort()
	case status == http.StatusBadGateway: // an HTML error page, like that of a broken proxy
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		w.Write([]byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
	case status != http.StatusOK:
		e.refuse(w, Refusal{status, http.StatusText(status)})
	case !e.wire.Authorized(r):
		e.refuse(w, Refusal{http.StatusUnauthorized, "Authentication failed"})
	default:
		e.mux.ServeHTTP(w, r)
	}
}

// fault picks a random fault for a request (200 for none, 0 for no response) and waits for a random time.
func (e *Engine) fault() (status int) {
	e.mu.Lock()
	k := e.knobs
	status = http.StatusOK
	switch {
	case e.down:
		status = 0
	case e.chance(k.ServerError):
		status = http.StatusServiceUnavailable
	case e.chance(k.HTMLError):
		status = http.StatusBadGateway
	case e.chance(k.TooMany):
		status = http.StatusTooManyRequests
	}
	latency := time.Duration(0)
	if k.MaxLatency > 0 {
		latency = time.Duration(e.rng.Int64N(int64(k.MaxLatency)))
	}
	e.mu.Unlock()
	time.Sleep(latency)
	return status
}

// LoseAnswer sometimes drops the response to a request that has just created something.
func (e *Engine) LoseAnswer() {
	if e.Chance(e.currentKnobs().LostCreate) {
		abort()
	}
}

// Tampers reports whether to falsify a response.
func (e *Engine) Tampers() bool { return e.Chance(e.currentKnobs().Tamper) }

// IsOdd reports whether responses have unusual but allowed forms.
func (e *Engine) IsOdd() bool { return e.currentKnobs().Odd }

// Pick returns a random number below n.
func (e *Engine) Pick(n int) int {
	defer e.lock()()
	return e.rng.IntN(n)
}

func (e *Engine) currentKnobs() Knobs {
	defer e.lock()()
	return e.knobs
}

func (e *Engine) refuse(w http.ResponseWriter, r Refusal) {
	reply(w, r.Status, e.wire.Problem(r.Status, r.Why))
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have disconnected
}

func abort() { panic(http.ErrAbortHandler) }

// Knobs are the probabilities and sizes of faults. Source: payments reference, section 10.
type Knobs struct {
	LostCreate     float64 // the link is created, but the response is lost
	ServerError    float64 // a 5xx error before anything is done
	HTMLError      float64 // 502 with an HTML page
	TooMany        float64 // 429 with a misleading body
	MaxLatency     time.Duration
	Duplicate      float64 // a webhook is sent up to five times with the same event id
	Replay         float64 // a webhook is sent again with a new event id
	Shuffle        float64 // webhooks arrive out of order
	Never          float64 // a webhook is never sent
	MaxDelay       time.Duration
	FailedThenPaid float64
	LatePayment    float64
	Tamper         float64 // amount or currency is wrong in a response or a webhook
	Odd            bool    // unknown members, notes in three forms, ids without their prefix
}

// Kind makes a gateway without faults.
func Kind() Knobs { return Knobs{} }

// Usual makes a gateway with occasional faults, as most tests use.
func Usual() Knobs {
	return Knobs{
		LostCreate: 0.05, ServerError: 0.03, HTMLError: 0.02, TooMany: 0.03, Duplicate: 0.2, Replay: 0.05, Shuffle: 0.2,
		Never: 0.1, MaxDelay: 15 * time.Second, FailedThenPaid: 0.1, LatePayment: 0.01, Tamper: 0.005, Odd: true,
	}
}

// Stress makes a gateway with faults in most requests.
func Stress() Knobs {
	return Knobs{
		LostCreate: 0.3, ServerError: 0.15, HTMLError: 0.15, TooMany: 0.2, Duplicate: 1, Replay: 0.5, Shuffle: 1,
		Never: 0.5, MaxDelay: 24 * time.Hour, FailedThenPaid: 0.5, LatePayment: 0.2, Tamper: 0.1, Odd: true,
	}
}
