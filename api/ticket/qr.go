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
		return nil, fmt.Errorf("%q is not a ticket's id", id)
	}
	return raw, nil
}

// IsID reports whether a text has the form of a ticket's id.
func IsID(text string) bool {
	_, err := decodeID(text)
	return err == nil
}

// QR returns the text of a ticket's QR code: an address that any phone can open, with the token after the "#", which
// browsers do not send to a server.
func QR(siteURL, id, token string) string { return siteURL + qrPath + id + "#" + token }

// ParseQR returns the parts of a QR code's text. It also accepts a bare token or a bare id. The token contains the
// id as well; a gate must compare the two.
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
