package common

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"transom/api/domain"
	"transom/api/texts"
)

// Decode reads the whole body, which must be one JSON object, and also returns its bytes. Unknown fields are ignored
// and never stored.
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

// Undecoded returns the error for a body that cannot be decoded: the text otherwise, unless err has a better reason.
func Undecoded(err error, otherwise string) error {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return &domain.Error{Code: domain.CodeTooLarge, Message: texts.RequestTooLarge}
	}
	if wrongType := new(json.UnmarshalTypeError); errors.As(err, &wrongType) && wrongType.Field != "" {
		return &domain.Error{Code: domain.CodeMalformed, Message: texts.FieldsOfWrongType,
			Fields: map[string]string{wrongType.Field: texts.FieldOfWrongType}}
	}
	return Malformed(otherwise)
}

// Malformed returns the error for a request that cannot be understood.
func Malformed(message string) error {
	return &domain.Error{Code: domain.CodeMalformed, Message: message}
}
