// Package public handles requests from visitors, and messages from the payment gateways. It must not know about the
// desk or the devices at the gate.
package public

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Handlers are the handlers for visitors.
type Handlers struct {
	*common.API
	unused []string // the person's fields that no form asks for
}

// New returns the handlers for visitors.
func New(a *common.API) Handlers {
	unused := slices.DeleteFunc(append(new(booking.Person).Names(), domain.PhotoSlot.Field), func(name string) bool {
		return name == "answers" || a.Content.Asks(name)
	})
	return Handlers{a, unused}
}

func (h Handlers) session(c common.Call) (domain.Session, error) {
	return h.SignIn.Session(c.Context(), c.R.Header.Get("Authorization"), nil)
}

func (h Handlers) account(c common.Call) (account booking.Account, err error) {
	_, err = h.SignIn.Session(c.Context(), c.R.Header.Get("Authorization"), &account)
	return account, err
}

func userAgentHash(r *http.Request) string {
	sum := sha256.Sum256([]byte(r.UserAgent()))
	return hex.EncodeToString(sum[:16])
}

func (h Handlers) limitedNetwork(r *http.Request) domain.Network {
	if !h.Settings.RateLimits {
		return domain.Network{}
	}
	return h.Network(r)
}

// A CDN may cache the response for ten seconds.
func (h Handlers) HandleSales(c common.Call, _ common.NoBody) (any, error) {
	pauses, err := h.Store.Pauses(c.Context())
	if err != nil {
		return nil, err
	}
	c.W.Header().Set("Cache-Control", "public, max-age=10")
	return wire.SalesResponse{Paused: domain.Each(pauses, func(p domain.SalesPause) wire.SalesPause {
		return wire.SalesPause{Category: p.Category, Sentence: p.Sentence}
	})}, nil
}

// The public keys are for gates that work offline.
func (h Handlers) HandleTicketKey(c common.Call, _ common.NoBody) (any, error) {
	header := c.W.Header()
	header.Set("Access-Control-Allow-Origin", "*") // every site may read the response, which contains no secrets
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=300")
	return h.TicketKeys.Publish(h.Content.Event.Name), nil
}

var (
	releaseName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,20}$`)
	errorName   = regexp.MustCompile(`^[A-Za-z]{1,40}$`)
)

// No personal data can get into the log: the route must be known, and the rest must look like names in code.
func (h Handlers) HandleReportError(c common.Call, in wire.ReportErrorRequest) (any, error) {
	known := slices.ContainsFunc(h.Content.Event.Sheets,
		func(sheet schema.Sheet) bool { return string(sheet.Route) == in.Route })
	if !known || !releaseName.MatchString(in.Release) || !errorName.MatchString(in.Error) {
		return nil, &domain.Error{Code: domain.CodeInvalid, Message: texts.ErrorReport}
	}
	h.Metrics.PageErrors.Inc()
	h.Log.WarnContext(c.Context(), "an error on a page", "request_id", c.RequestID(), "route", in.Route,
		"release", in.Release, "error", in.Error)
	return wire.Status{}, nil
}
