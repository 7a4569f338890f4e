package server

import "net/http"

// handleTicketKey answers /.well-known/transom-ticket-key: the public keys, for gates that work without a network.
func (s *server) handleTicketKey(w http.ResponseWriter, _ *http.Request) error {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*") // public, and no secret is near it
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=300")
	respond(w, http.StatusOK, s.TicketKeys.Publish(s.Content.Event.Name))
	return nil
}
