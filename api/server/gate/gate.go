// Package gate handles the requests of the devices at the gate. It must not know about visitors or the desk; api/gate
// decides who is admitted.
package gate

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/gate"
	"transom/api/server/common"
)

// Path is the path of the devices' requests.
const Path = "/api/gate"

// MaxSyncBytes is enough for 500 scans.
const MaxSyncBytes = 512 << 10

// guessesOfNetwork limits wrong keys and invitations per minute. Thirty devices in a hall stay below it even if the
// server was restored and knows none of them.
const guessesOfNetwork = 600

// All devices in a hall share one address, so requests are counted per device. A device's key is checked before its
// body is read. Wrong keys and invitations are counted per network, without affecting correct ones.
type Handlers struct {
	*common.API
	countGuess func(http.Handler) http.Handler
}

// New returns the handlers for devices.
func New(a *common.API) Handlers {
	return Handlers{API: a, countGuess: a.LimitBy(common.NetworkKey, guessesOfNetwork, time.Minute)}
}

// Call is a request from an enrolled device.
type Call struct {
	common.Call
	Device domain.GateDevice
}

// Open calls f for everybody who has an invitation.
func Open[In any](h Handlers, f func(common.Call, In) (any, error)) http.HandlerFunc {
	return common.Body(common.MaxFormBytes)(h.orGuess(func(w http.ResponseWriter, r *http.Request) error {
		return common.Answer(common.Call{W: w, R: r}, w, r, f)
	})).ServeHTTP
}

// Serve calls f for enrolled devices, and limits their requests per minute and the size of the body.
func Serve[In any](h Handlers, perMinute int, maxBytes int64, f func(Call, In) (any, error)) http.HandlerFunc {
	limited := h.LimitBy(DeviceOf, perMinute, time.Minute)(common.Body(maxBytes)(h.Handle(
		func(w http.ResponseWriter, r *http.Request) error {
			return common.Answer(Call{common.Call{W: w, R: r}, callerOf(r).device}, w, r, f)
		})))
	return h.orGuess(func(w http.ResponseWriter, r *http.Request) error {
		if err := callerOf(r).err; err != nil {
			return err
		}
		limited.ServeHTTP(w, r)
		return nil
	})
}

func (h Handlers) orGuess(f common.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := f(w, r)
		if err == nil {
			return
		}
		refuse := h.Handle(func(http.ResponseWriter, *http.Request) error { return err })
		if errors.Is(err, gate.ErrUnknownDevice) || errors.Is(err, gate.ErrInvitation) {
			h.countGuess(refuse).ServeHTTP(w, r)
			return
		}
		refuse(w, r)
	}
}

type caller struct {
	device domain.GateDevice
	err    error
}

type callerKey struct{}

// FindDevice identifies a request's device by its key, before anything else is done with the request.
func (h Handlers) FindDevice(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if IsCall(r) {
			var c caller
			c.device, c.err = h.Gate.Device(r.Context(), r.Header.Get("Authorization"))
			r = r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
		}
		next.ServeHTTP(w, r)
	})
}

// IsCall reports whether a request is for the gate.
func IsCall(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, Path+"/") }

// DeviceOf returns the id of the device that calls, or "" if there is none.
func DeviceOf(r *http.Request) string { return callerOf(r).device.ID }

func callerOf(r *http.Request) caller {
	c, isKnown := r.Context().Value(callerKey{}).(caller)
	if !isKnown {
		c.err = gate.ErrUnknownDevice
	}
	return c
}
