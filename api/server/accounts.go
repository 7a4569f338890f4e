package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"transom/api/booking"
)

// account returns the account of a request.
func (s *server) account(r *http.Request) (booking.Account, error) {
	return s.SignIn.Account(r.Context(), r.Header.Get("Authorization"))
}

func userAgentHash(r *http.Request) string {
	sum := sha256.Sum256([]byte(r.UserAgent()))
	return hex.EncodeToString(sum[:16])
}
