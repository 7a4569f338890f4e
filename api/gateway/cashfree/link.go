package cashfree

import (
	"cmp"
	"strings"

	"transom/api/booking"
	"transom/api/gateway"
	"transom/api/payment"
)

// linkRequest is the request for a payment link, with amounts in rupees. Source: payments reference, section 4.
type linkRequest struct {
	LinkID          string            `json:"link_id"`
	Amount          gateway.Rupees    `json:"link_amount"`
	Currency        string            `json:"link_currency"`
	Purpose         string            `json:"link_purpose"`
	Customer        customer          `json:"customer_details"`
	PartialPayments bool              `json:"link_partial_payments"`
	ExpiryTime      string            `json:"link_expiry_time"`
	Notify          notify            `json:"link_notify"`
	AutoReminders   bool              `json:"link_auto_reminders"`
	Meta            meta              `json:"link_meta"`
	Notes           map[string]string `json:"link_notes"`
}

type customer struct {
	Phone string `json:"customer_phone"`
	Email string `json:"customer_email"`
	Name  string `json:"customer_name"`
}

// notify keeps both members false, because we send the emails.
type notify struct {
	SMS   bool `json:"send_sms"`
	Email bool `json:"send_email"`
}

type meta struct {
	ReturnURL string `json:"return_url"`
	NotifyURL string `json:"notify_url,omitempty"`
}

type link struct {
	LinkID     string         `json:"link_id"`
	Status     string         `json:"link_status"`
	Currency   string         `json:"link_currency"`
	Amount     gateway.Rupees `json:"link_amount"`
	AmountPaid gateway.Rupees `json:"link_amount_paid"`
	URL        string         `json:"link_url"`
	ExpiryTime string         `json:"link_expiry_time"`
}

func (l link) state() payment.State {
	s := payment.State{
		ProviderID: l.LinkID, AttemptRef: l.LinkID, Status: booking.Initiated,
		AmountPaise: int64(l.Amount), AmountPaidPaise: int64(l.AmountPaid), Currency: l.Currency,
	}
	switch strings.ToUpper(l.Status) {
	case "ACTIVE", "PARTIALLY_PAID":
	case "PAID":
		s.Status = booking.Success
	case "EXPIRED", "CANCELLED", "CANCELED":
		s.Status = booking.Failed
	default:
		s.Unexpected = cmp.Or(l.Status, "none")
	}
	return s
}
