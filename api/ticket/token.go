package ticket

import (
	"crypto/ed25519"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Claims hold the values that a gate needs; all of them are signed.
type Claims struct {
	TicketID string // 128 bits in lower-case base32, as in the QR code's address
	Event    uint32 // the mark of the edition that the ticket is for (MarkOf)
	Category int    // the category's plan number in the content
	Days     int    // the number of event days
	Seats    int
	Holder   string
}

// The layout of a token, in bytes; a QR code has no room for field names:
//
// 1 version · 4 key id · 4 event · 16 ticket id · 1 category · 1 days · 1 seats · 0–60 name · 64 signature
//
// The signature covers everything before it and the constant signedFor, so that it is not valid for anything else.
const (
	version       = 1
	headerBytes   = 1 + 4 + 4 + 16 + 3
	maxNameBytes  = 60
	signedFor     = "transom ticket 1\x00"
	maxTokenChars = (headerBytes + maxNameBytes + ed25519.SignatureSize + 2) / 3 * 4
)

// ErrForged is returned for a string that is not a token or is not signed with one of the keys.
var ErrForged = errors.New("this ticket is not genuine")

// encoding is strict, so that a token has exactly one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Sign returns a ticket's token.
func (k *Keys) Sign(c Claims) (string, error) {
	id, err := decodeID(c.TicketID)
	if err != nil {
		return "", err
	}
	for name, n := range map[string]int{"category": c.Category, "days": c.Days, "seats": c.Seats} {
		if n < 0 || n > 255 {
			return "", fmt.Errorf("sign ticket: %s %d is too large", name, n)
		}
	}
	body := make([]byte, 0, headerBytes+maxNameBytes+ed25519.SignatureSize)
	body = append(body, version)
	body = append(body, k.current.id[:]...)
	body = binary.BigEndian.AppendUint32(body, c.Event)
	body = append(body, id...)
	body = append(body, byte(c.Category), byte(c.Days), byte(c.Seats))
	body = append(body, shorten(c.Holder)...)
	signature := ed25519.Sign(k.private, append([]byte(signedFor), body...))
	return encoding.EncodeToString(append(body, signature...)), nil
}

// Verify returns a token's claims if one of the keys has signed it and it has one of the marks; otherwise ErrForged.
func (r Ring) Verify(token string, marks ...uint32) (Claims, error) {
	if len(token) > maxTokenChars {
		return Claims{}, ErrForged
	}
	raw, err := encoding.DecodeString(token)
	if err != nil || len(raw) < headerBytes+ed25519.SignatureSize || raw[0] != version ||
		strings.ContainsAny(token, "\r\n") {
		return Claims{}, ErrForged
	}
	body, signature := raw[:len(raw)-ed25519.SignatureSize], raw[len(raw)-ed25519.SignatureSize:]
	public, known := r[KeyID(body[1:5])]
	if !known || !ed25519.Verify(public, append([]byte(signedFor), body...), signature) {
		return Claims{}, ErrForged
	}
	c := Claims{
		Event: binary.BigEndian.Uint32(body[5:9]), TicketID: idEncoding.EncodeToString(body[9:25]),
		Category: int(body[25]), Days: int(body[26]), Seats: int(body[27]), Holder: string(body[headerBytes:]),
	}
	if !slices.Contains(marks, c.Event) {
		return Claims{}, ErrForged
	}
	return c, nil
}

// shorten cuts a name, between characters, to the length that fits into the QR code.
func shorten(name string) string {
	for len(name) > maxNameBytes {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

const (
	idBytes = 16
	qrPath  = "/event-ticket/"
)

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func decodeID(id string) ([]byte, error) {
	raw, err := idEncoding.DecodeString(id)
	if err != nil || len(raw) != idBytes || idEncoding.EncodeToString(raw) != id {
		return nil, fmt.Errorf("%q is not a ticket's id", id)
	}
	return raw, nil
}

// IsID reports whether a string looks like a ticket's id.
func IsID(text string) bool {
	_, err := decodeID(text)
	return err == nil
}

// QR returns a QR code's text: an address with the token after "#", which browsers send to no server.
func QR(siteURL, id, token string) string { return siteURL + qrPath + id + "#" + token }

// ParseQR returns the ticket id and the token in a QR code's content. It also accepts a bare token or a bare id. A gate
// must compare this id with the one in the token.
func ParseQR(text string) (id, token string, err error) {
	text = strings.TrimSpace(text)
	if IsID(text) {
		return text, "", nil
	}
	before, after, found := strings.Cut(text, qrPath)
	if !found {
		if before == "" || strings.ContainsAny(before, "/#? ") {
			return "", "", fmt.Errorf("this is not the text of a ticket's QR code")
		}
		return "", before, nil
	}
	id, token, _ = strings.Cut(after, "#")
	if !IsID(id) {
		return "", "", fmt.Errorf("this is not the text of a ticket's QR code")
	}
	return id, token, nil
}
