// Package common is shared by the handlers for visitors, staff and devices. It must not know the API's addresses.
package common

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"transom/api/blob"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/product"
	"transom/api/signin"
	"transom/api/texts"
	"transom/api/upload"
)

// Source: security reference, row 20.
const (
	ReadTimeout       = 15 * time.Second
	UploadReadTimeout = 60 * time.Second
	WriteTimeout      = 30 * time.Second
	MaxJSONBytes      = 64 << 10
	MaxWebhookBytes   = 256 << 10
	MaxFormBytes      = 4 << 10
)

// Settings are the parts of the configuration that concern HTTP.
type Settings struct {
	SiteURL string // the origin of the site, without a slash at the end
	// AllowedOrigins are other origins whose pages may call the API.
	AllowedOrigins []string
	// TrustedProxies are the networks whose X-Forwarded-For is trusted.
	TrustedProxies []string
	ProxySecret    string // what a CDN without fixed addresses sends with each request, or ""
	// RateLimits is false for rehearsals and measurements.
	RateLimits bool
	// Rehearsal puts a ribbon on every page and enables /rehearsal.
	Rehearsal bool
	// Static is the folder with the built site, or ""; Hosting is the netlify.toml with its headers.
	Static, Hosting string
	Desk            string // the origin of the desk's pages, or "" if there is no desk
	Outbox          string // the folder with a rehearsal's emails, or "" if emails are sent
}

// Deps are what the handlers depend on: the product's services, and one field for each other service.
type Deps struct {
	*product.Product
	Settings Settings
	Log      *slog.Logger
	Metrics  *metrics.Metrics

	AddressKey []byte // the key for hashes of IP addresses

	Uploads *upload.Receiver
	SignIn  *signin.Service
	Reads   *desk.Reads
	// Sandbox is nil if a real provider is used.
	Sandbox *sandbox.Sandbox
	Ready   map[string]func(context.Context) error
}

// API is what all handlers share: the services, and the code that reads requests and writes responses.
type API struct{ Deps }

// Call is one request to a handler that reads JSON.
type Call struct {
	W http.ResponseWriter
	R *http.Request
}

// Context returns the context of the request.
func (c Call) Context() context.Context { return c.R.Context() }

// RequestID returns the id of the request.
func (c Call) RequestID() string { return RequestID(c.W) }

// NoBody is the request type of calls whose body is not read.
type NoBody struct{}

// JSON decodes the body, one JSON object, and sends what h returns: nil if h wrote the response itself.
func JSON[In any](a *API, h func(Call, In) (any, error)) http.HandlerFunc {
	return a.Handle(func(w http.ResponseWriter, r *http.Request) error { return Answer(Call{w, r}, w, r, h) })
}

// Answer is like JSON, but for an identified caller: a member of staff or a device.
func Answer[Caller, In any](caller Caller, w http.ResponseWriter, r *http.Request,
	h func(Caller, In) (any, error)) error {
	var in In
	if _, none := any(in).(NoBody); !none {
		if _, err := Decode(r, &in); err != nil {
			return err
		}
	}
	out, err := h(caller, in)
	if err == nil && out != nil {
		Succeed(w, out)
	}
	return err
}

// Decode requires one JSON object, and also returns the body's bytes. Unknown fields are ignored.
func Decode(r *http.Request, into any) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, Undecoded(err, texts.RequestIncomplete)
	}
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) {
		return nil, Malformed(texts.RequestNotObject)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return nil, Undecoded(err, texts.RequestNotJSON)
	}
	return raw, nil
}

// The message is `otherwise` if `err` gives no detail.
func Undecoded(err error, otherwise string) error {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return &domain.Error{Code: domain.CodeTooLarge, Message: texts.RequestTooLarge}
	}
	if wrongType := new(json.UnmarshalTypeError); errors.As(err, &wrongType) && wrongType.Field != "" {
		// The field's path includes embedded types: RegistrationRequest.spouse.
		name := wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:]
		return &domain.Error{Code: domain.CodeMalformed, Message: texts.FieldsOfWrongType,
			Fields: map[string]string{name: texts.FieldOfWrongType}}
	}
	return Malformed(otherwise)
}

// Malformed returns the error for a request that cannot be understood.
func Malformed(message string) error {
	return &domain.Error{Code: domain.CodeMalformed, Message: message}
}

// ErrNoPhoto is returned if a photo does not exist.
var ErrNoPhoto = &domain.Error{Code: domain.CodeNotFound, Message: texts.NoPhoto}

// SendPhoto forbids caches to store the photo (security reference, row 33).
func (a *API) SendPhoto(c Call, asset string) error {
	if asset == "" {
		return ErrNoPhoto
	}
	photo, err := a.Blobs.Get(c.Context(), upload.BlobName(upload.Photo, asset))
	if errors.Is(err, blob.ErrNotFound) {
		return ErrNoPhoto
	}
	if err != nil {
		return err
	}
	h := c.W.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(photo)))
	h.Set("Content-Disposition", `attachment; filename="photo.jpg"`)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-store")
	c.W.WriteHeader(http.StatusOK)
	c.W.Write(photo)
	return nil
}
