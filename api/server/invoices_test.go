package server_test

import (
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/store"
)

// After a transfer the invoice stays with the person who paid: the colleague sees it neither on the site nor in the
// archive of their data.
func TestInvoiceStaysWithThePayer(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	token := offer(s, s.DeskAs(domain.RoleRegistrar), b, "colleague@example.org")
	s.Post("/transfer-accept", acceptance(s, token, nil)).Must(200)
	for email, want := range map[string]int{b.Email: 1, "colleague@example.org": 0} {
		session := s.SignInAs(email)
		rows := s.Post("/tickets", "{}", "Authorization", session).Must(200).Body["invoices"].([]any)
		data, err := s.Store.PersonData(t.Context(), store.Person{EmailKey: domain.EmailKey(email)})
		if err != nil || len(rows) != want || len(data["invoices"]) != want {
			t.Errorf("%s sees %d and gets %d documents, %v", email, len(rows), len(data["invoices"]), err)
		}
		for _, row := range rows {
			s.Post("/invoice", map[string]any{"id": row.(map[string]any)["id"]}, "Authorization", session).Must(200)
		}
	}
}
