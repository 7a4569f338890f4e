package ticket

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// documentFor stands before what is signed, so that the signature means nothing anywhere else.
const documentFor = "paper list of the gate 1\x00"

// Document is something that the key of tickets has signed: its bytes as they were, and by which key.
type Document struct {
	Key       string `json:"key"`
	Signature string `json:"signature"` // base64url
	Signed    string `json:"signed"`    // base64url
}

// SignDocument signs a document as JSON.
func (k *Keys) SignDocument(value any) (Document, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return Document{}, fmt.Errorf("sign document: %w", err)
	}
	signature := ed25519.Sign(k.private, append([]byte(documentFor), raw...))
	return Document{Key: k.current.id.String(), Signature: encoding.EncodeToString(signature),
		Signed: encoding.EncodeToString(raw)}, nil
}

// ReadDocument puts what was signed into a place; ErrForged when none of the keys has signed it.
func (r Ring) ReadDocument(d Document, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(d.Signed)
	if err != nil {
		return ErrForged
	}
	signature, err := base64.RawURLEncoding.DecodeString(d.Signature)
	if err != nil {
		return ErrForged
	}
	for id, public := range r {
		if id.String() == d.Key && ed25519.Verify(public, append([]byte(documentFor), raw...), signature) {
			return json.Unmarshal(raw, into)
		}
	}
	return ErrForged
}
