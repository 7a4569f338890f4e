package common

import (
	"io"
	"net/http"
	"time"
)

// A body must keep coming: after a while it must have come at this speed, in bytes a second, from its beginning on. A
// phone on the edge of the network does ten times as much.
const (
	paceGrace = 5 * time.Second
	slowest   = 4 << 10
)

// Hurry gives a body that nobody reads no more than the grace: net/http waits for it before it sends an answer.
func Hurry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(paceGrace))
		}
		next.ServeHTTP(w, r)
	})
}

// Pace returns a request's body, which ends when it comes too slowly, or takes longer than within altogether.
func Pace(w http.ResponseWriter, r *http.Request, within time.Duration) io.ReadCloser {
	now := time.Now()
	return &pacedBody{ReadCloser: r.Body, line: http.NewResponseController(w), began: now, until: now.Add(within)}
}

type pacedBody struct {
	io.ReadCloser
	line         *http.ResponseController
	began, until time.Time
	received     int
}

// Read waits no longer than until the body is too slow. At the end the line has all its time again: a deadline that is
// left would cut off the answer.
func (b *pacedBody) Read(p []byte) (int, error) {
	due := b.began.Add(paceGrace + time.Duration(b.received)*time.Second/slowest)
	if due.After(b.until) {
		due = b.until
	}
	_ = b.line.SetReadDeadline(due) // a test's recorder has no line
	n, err := b.ReadCloser.Read(p)
	if b.received += n; err == io.EOF {
		_ = b.line.SetReadDeadline(time.Time{})
	}
	return n, err
}
