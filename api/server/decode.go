package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"transom/api/domain"
)

// decodeJSON reads the whole body, which must be one JSON object. It returns the raw bytes too. Unknown fields are
// ignored and never stored.
func decodeJSON(r *http.Request, into any) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, undecoded(err, "The request did not arrive completely. Please try again.")
	}
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) {
		return nil, malformed("The request must be one JSON object.")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return nil, undecoded(err, "The request is not valid JSON.")
	}
	return raw, nil
}

// undecoded returns the answer to a body that cannot be decoded; otherwise is said when no better reason is known.
func undecoded(err error, otherwise string) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &domain.Error{Code: domain.CodeTooLarge, Message: "The request is too large."}
	}
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) && wrongType.Field != "" {
		return &domain.Error{
			Code: domain.CodeMalformed, Message: "A field of the request has the wrong type.",
			Fields: map[string]string{wrongType.Field: "This has the wrong type."},
		}
	}
	return malformed(otherwise)
}

func malformed(sentence string) error {
	return &domain.Error{Code: domain.CodeMalformed, Message: sentence}
}
