package server

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/signin"
	"transom/api/ticket"
)

// Accounts are the endpoints of sign-in, profile and tickets.
type Accounts struct {
	SignIn     *signin.Service
	Tickets    *ticket.Service
	TicketKeys *ticket.Keys
	Photos     blob.Store
	Content    *domain.Content
	SiteURL    string
	Log        *slog.Logger
	// AddressKey makes hashes of addresses that cannot be turned back by trying all addresses.
	AddressKey []byte
}

var _ accountHandlers = (*Accounts)(nil)

// account returns the account of a request.
func (a *Accounts) account(r *http.Request) (domain.Account, error) {
	return a.SignIn.Account(r.Context(), r.Header.Get("Authorization"))
}

// proofOf is what the token of a request proves, for a registration.
func (a *Accounts) proofOf(r *http.Request) domain.Proof {
	return a.SignIn.Proof(r.Context(), r.Header.Get("Authorization"))
}

func userAgentHash(r *http.Request) string {
	sum := sha256.Sum256([]byte(r.UserAgent()))
	return hex.EncodeToString(sum[:16])
}
