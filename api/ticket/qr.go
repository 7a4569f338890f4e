package ticket

import (
	"encoding/base32"
	"fmt"
	"strings"
)

const (
	idBytes = 16
	qrPath  = "/event-ticket/"
)

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func decodeID(id string) ([]byte, error) {
	raw, err := idEncoding.DecodeString(id)
	if err != nil || len(raw) != idBytes || idEncoding.EncodeToString(raw) != id {
		return nil, fmt.Errorf("%q is no ticket's id", id)
	}
	return raw, nil
}

// IsID reports whether a text can be the id of a ticket.
func IsID(text string) bool {
	_, err := decodeID(text)
	return err == nil
}

// QR is the text of a ticket's QR code: an address that any phone opens, with the token behind the "#", which
// browsers send to no server.
func QR(siteURL, id, token string) string { return siteURL + qrPath + id + "#" + token }

// ParseQR returns the parts of a QR code's text. A bare token and a bare id are understood too. The id stands in the
// token as well; a gate must compare the two.
func ParseQR(text string) (id, token string, err error) {
	text = strings.TrimSpace(text)
	if IsID(text) {
		return text, "", nil
	}
	before, after, found := strings.Cut(text, qrPath)
	if !found {
		if before == "" || strings.ContainsAny(before, "/#? ") {
			return "", "", fmt.Errorf("this is no text of a ticket's QR code")
		}
		return "", before, nil
	}
	id, token, _ = strings.Cut(after, "#")
	if !IsID(id) {
		return "", "", fmt.Errorf("this is no text of a ticket's QR code")
	}
	return id, token, nil
}
