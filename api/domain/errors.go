// Package domain holds what every other package uses: ids, the clock, errors, tokens and the content. It imports only
// the standard library, Unicode's normal forms, texts and the content's schema. It must not know about HTTP, SQL or a
// payment provider's wire format.
package domain

import (
	"errors"
	"strings"

	"transom/api/texts"
)

// Error is a failure that the user can do something about. The server maps Code to an HTTP status in one table and
// sends Message and Fields unchanged; every other error is sent as an unknown failure.
type Error struct {
	Code string // a machine-readable word, for example "registration_closed"
	// Message is one sentence for the user.
	Message string
	// Fields holds the messages for all invalid fields, by field name.
	Fields map[string]string
	// Extra is merged into the top level of the response, for example {"amount": 3540}.
	Extra map[string]any
	// RetryAfterSeconds is sent as Retry-After unless it is 0.
	RetryAfterSeconds int
	// Cause is for the log only.
	Cause error
}

// Paise is an amount in paise; in Extra, it is sent in rupees.
type Paise int64

func (e *Error) Error() string { return e.Code + ": " + strings.TrimSpace(e.Message) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// The API's error codes, with their HTTP statuses.
const (
	CodeMalformed         = "malformed_request"       // 400
	CodeUnauthorized      = "unauthorized"            // 401
	CodeForbidden         = "forbidden"               // 403
	CodePasskeyRequired   = "passkey_required"        // 403
	CodeClosed            = "registration_closed"     // 403
	CodePaused            = "sales_paused"            // 403
	CodeNotFound          = "not_found"               // 404
	CodePriceChanged      = "price_changed"           // 409
	CodeAlreadyRegistered = "already_registered"      // 409
	CodeUnpaid            = "unpaid_registration"     // 409
	CodeSoldOut           = "sold_out"                // 409
	CodeChanged           = "changed"                 // 409
	CodeNotPossible       = "not_possible"            // 409
	CodeTooLarge          = "too_large"               // 413
	CodeUnsupportedType   = "unsupported_type"        // 415
	CodeInvalid           = "validation_failed"       // 422
	CodeTooManyRequests   = "too_many_requests"       // 429
	CodeUnavailable       = "temporarily_unavailable" // 503
)

// IsCode reports whether err is, or wraps, an Error with this code.
func IsCode(err error, code string) bool {
	e, isOurs := errors.AsType[*Error](err)
	return isOurs && e.Code == code
}

// ErrNotFound is returned if a row does not exist.
var ErrNotFound = errors.New("not found")

// IfMissing returns `instead`, which may be nil, for ErrNotFound, and any other error as it is.
func IfMissing(err, instead error) error {
	if errors.Is(err, ErrNotFound) {
		return instead
	}
	return err
}

// Refuse returns an Error with a code and a message for the user.
func Refuse(code, message string) error { return &Error{Code: code, Message: message} }

// InvalidField returns the error for a form in which one field is invalid.
func InvalidField(name, message string) error { return Invalid(map[string]string{name: message}) }

// Invalid returns the error for a form, with a message for each invalid field.
func Invalid(fields map[string]string) error {
	return &Error{Code: CodeInvalid, Message: texts.CheckFields, Fields: fields}
}
