package razorpay

import (
	"cmp"
	"encoding/json"
	"slices"

	"transom/api/booking"
	"transom/api/gateway"
	"transom/api/payment"
)

// linkRequest is the request for a payment link. Source: payments reference, section 3.2.
type linkRequest struct {
	Amount         int64             `json:"amount"`
	Currency       string            `json:"currency"`
	AcceptPartial  bool              `json:"accept_partial"`
	ReferenceID    string            `json:"reference_id"`
	Description    string            `json:"description"`
	ExpireBy       int64             `json:"expire_by"`
	Customer       customer          `json:"customer"`
	Notify         notify            `json:"notify"`
	ReminderEnable bool              `json:"reminder_enable"`
	Notes          map[string]string `json:"notes"`
	CallbackURL    string            `json:"callback_url"`
	CallbackMethod string            `json:"callback_method"`
}

type customer struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Contact string `json:"contact,omitempty"`
}

// notify keeps both members false, because we send the emails.
type notify struct {
	SMS   bool `json:"sms"`
	Email bool `json:"email"`
}

// link holds the members that we read from a payment link; notes, reminders and customer have varying types.
type link struct {
	ID          string          `json:"id"`
	ReferenceID string          `json:"reference_id"`
	Status      string          `json:"status"`
	ShortURL    string          `json:"short_url"`
	Amount      gateway.Paise   `json:"amount"`
	AmountPaid  gateway.Paise   `json:"amount_paid"`
	Currency    string          `json:"currency"`
	CreatedAt   int64           `json:"created_at"`
	ExpireBy    int64           `json:"expire_by"`
	Payments    json.RawMessage `json:"payments"` // the captured payments; null or [] if there are none
}

// withReference returns the links with this reference: paid ones first, then the oldest first.
func withReference(links []link, reference string) []link {
	links = slices.DeleteFunc(links, func(l link) bool { return l.ReferenceID != reference })
	slices.SortStableFunc(links, func(a, b link) int {
		return cmp.Or(-cmp.Compare(a.AmountPaid, b.AmountPaid), cmp.Compare(a.CreatedAt, b.CreatedAt))
	})
	return links
}

// state returns a link's state. Source: payments reference, section 3.4.
func (l link) state() payment.State {
	s := payment.State{
		ProviderID: l.ID, AttemptRef: l.ReferenceID, Status: booking.Initiated,
		AmountPaise: int64(l.Amount), AmountPaidPaise: int64(l.AmountPaid), Currency: l.Currency,
	}
	switch l.Status {
	case "created", "partially_paid":
	case "paid":
		s.Status = booking.Success
	case "expired", "cancelled":
		s.Status = booking.Failed
	default:
		s.Unexpected = cmp.Or(l.Status, "none")
	}
	s.ProviderPaymentID = l.captured()
	return s
}

type linkPayment struct {
	PaymentID string `json:"payment_id"`
	Status    string `json:"status"`
	CreatedAt int64  `json:"created_at"`
}

func (l link) captured() string {
	var payments []linkPayment
	if json.Unmarshal(l.Payments, &payments) != nil {
		return ""
	}
	payments = slices.DeleteFunc(payments, func(p linkPayment) bool { return p.Status != "captured" || p.PaymentID == "" })
	if len(payments) == 0 {
		return ""
	}
	return slices.MinFunc(payments, func(a, b linkPayment) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.PaymentID, b.PaymentID))
	}).PaymentID
}
