package common

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
)

// statusOf is the only table that maps error codes to HTTP statuses.
var statusOf = map[string]int{
	domain.CodeMalformed:         http.StatusBadRequest,
	domain.CodeUnauthorized:      http.StatusUnauthorized,
	domain.CodeForbidden:         http.StatusForbidden,
	domain.CodePasskeyRequired:   http.StatusForbidden,
	domain.CodeClosed:            http.StatusForbidden,
	domain.CodePaused:            http.StatusForbidden,
	domain.CodeNotFound:          http.StatusNotFound,
	codeMethodNotAllowed:         http.StatusMethodNotAllowed,
	domain.CodePriceChanged:      http.StatusConflict,
	domain.CodeAlreadyRegistered: http.StatusConflict,
	domain.CodeUnpaid:            http.StatusConflict,
	domain.CodeSoldOut:           http.StatusConflict,
	domain.CodeChanged:           http.StatusConflict,
	domain.CodeNotPossible:       http.StatusConflict,
	domain.CodeTooLarge:          http.StatusRequestEntityTooLarge,
	domain.CodeUnsupportedType:   http.StatusUnsupportedMediaType,
	domain.CodeInvalid:           http.StatusUnprocessableEntity,
	domain.CodeTooManyRequests:   http.StatusTooManyRequests,
	domain.CodeUnavailable:       http.StatusServiceUnavailable,
}

const codeMethodNotAllowed = "method_not_allowed"

// HandlerFunc is a handler that returns its error instead of writing it.
type HandlerFunc func(w http.ResponseWriter, r *http.Request) error

// Handle sends a domain.Error unchanged, and any other error as an unknown failure whose cause is only logged.
func (a *API) Handle(h HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			a.WriteError(w, r, err)
		}
	}
}

// WriteError answers a request with an error.
func (a *API) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	a.setAPIHeaders(w.Header()) // the request may have been for a page of the site
	known, isOurs := errors.AsType[*domain.Error](err)
	if !isOurs {
		if r.Context().Err() != nil { // the client has disconnected; nobody reads the response
			a.Log.InfoContext(r.Context(), "request cancelled", "request_id", RequestID(w))
		} else {
			a.Log.ErrorContext(r.Context(), "request failed", "request_id", RequestID(w), "error", err)
		}
		Respond(w, http.StatusInternalServerError, wire.Problem{
			Status:    wire.Status{Code: http.StatusInternalServerError, Status: "error"},
			Error:     "unknown_failure",
			Message:   texts.UnknownFailure,
			RequestID: fmt.Sprintf("%.8s", RequestID(w)), // short enough to read out, and found in the log
		})
		return
	}
	if known.Cause != nil {
		a.Log.WarnContext(r.Context(), "request refused", "request_id", RequestID(w), "code", known.Code, "error",
			known.Cause)
	}
	status := statusOf[known.Code]
	if status == 0 {
		status = http.StatusInternalServerError
	}
	if known.RetryAfterSeconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(known.RetryAfterSeconds))
	}
	body := map[string]any{"code": status, "status": "error", "error": known.Code, "message": known.Message}
	if len(known.Fields) > 0 {
		body["fields"] = known.Fields
	}
	for name, value := range known.Extra {
		if paise, isMoney := value.(domain.Paise); isMoney {
			value = wire.Rupees(paise)
		}
		body[name] = value
	}
	Respond(w, status, body)
}

// Respond writes a response.
func Respond(w http.ResponseWriter, status int, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		status, raw = http.StatusInternalServerError,
			[]byte(`{"code":500,"status":"error","error":"unknown_failure","message":"`+texts.SomethingWrong+`"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(raw)
}

// Succeed fills in the status of a struct of package wire.
func Succeed(w http.ResponseWriter, out any) {
	answer := reflect.New(reflect.TypeOf(out))
	answer.Elem().Set(reflect.ValueOf(out))
	if status, has := answer.Interface().(interface{ Succeed() }); has {
		status.Succeed()
	}
	Respond(w, http.StatusOK, answer.Interface())
}

// NotFound answers a request for an address that does not exist.
func NotFound(http.ResponseWriter, *http.Request) error {
	return &domain.Error{Code: domain.CodeNotFound, Message: texts.NothingHere}
}

// MethodNotAllowed answers a request whose method the address does not support.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Allow", strings.Join(allowedMethods(r), ", "))
	return &domain.Error{Code: codeMethodNotAllowed, Message: texts.WrongMethod}
}

func allowedMethods(r *http.Request) (allowed []string) {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
			allowed = append(allowed, method)
		}
		if method == http.MethodGet && len(allowed) > 0 {
			allowed = append(allowed, http.MethodHead)
		}
	}
	return allowed
}
