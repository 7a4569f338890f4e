package fakegateway

import (
	"net/http"
	"time"
)

// Fault is what a request meets before it is done.
type Fault int

// What a request may meet.
const (
	NoFault Fault = iota
	DownFault
	ServerErrorFault
	HTMLFault
	TooManyFault
)

// Meet draws the fault of a request and waits as long as the gateway is slow.
func (e *Engine) Meet() Fault {
	e.mu.Lock()
	var latency time.Duration
	if e.knobs.MaxLatency > 0 {
		latency = time.Duration(e.rng.Int64N(int64(e.knobs.MaxLatency)))
	}
	fault := NoFault
	switch {
	case e.down:
		fault = DownFault
	case e.chance(e.knobs.ServerError):
		fault = ServerErrorFault
	case e.chance(e.knobs.HTMLError):
		fault = HTMLFault
	case e.chance(e.knobs.TooMany):
		fault = TooManyFault
	}
	e.mu.Unlock()
	if latency > 0 {
		time.Sleep(latency)
	}
	return fault
}

// LoseAnswer reports whether the answer about a link that was just made is lost.
func (e *Engine) LoseAnswer() bool { return e.Chance(e.currentKnobs().LostCreate) }

// Tampers reports whether an answer is to be falsified.
func (e *Engine) Tampers() bool { return e.Chance(e.currentKnobs().Tamper) }

// IsOdd reports whether answers have odd but allowed forms.
func (e *Engine) IsOdd() bool { return e.currentKnobs().Odd }

// Pick draws one of n.
func (e *Engine) Pick(n int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.rng.IntN(n)
}

func (e *Engine) currentKnobs() Knobs {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.knobs
}

// Abort cuts the connection: the client hears nothing.
func Abort() { panic(http.ErrAbortHandler) }

// WriteHTML answers with the page that a broken proxy shows.
func WriteHTML(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	w.Write([]byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
}
