package refund

import (
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Decision is what becomes of the money of a registration.
type Decision struct {
	// PaidPaise is what came, has not gone back and is not on its way; UnderwayPaise is on its way, AlonePaise went
	// back, or goes, on the word of one person.
	PaidPaise, RefundPaise, UnderwayPaise, AlonePaise, LimitPaise int64

	How    string // gateway, hand or none
	Second bool
}

// Decide says what there is of the money of a booking, and what becomes of it. The limit for one person counts what
// went back before, or is on its way, except what a second person has approved: else parts would go past it.
func Decide(captured []booking.Payment, approvedPaise, refundPaise int64, rules schema.Desk) Decision {
	m := Decision{RefundPaise: refundPaise, LimitPaise: rules.RefundAlonePaise, How: "none"}
	for _, pay := range captured {
		gone := pay.RefundedPaise
		switch pay.Disposition {
		case booking.Applied:
		case booking.CancelledRefundDue:
			gone = pay.TargetPaise()
			m.UnderwayPaise += gone - pay.RefundedPaise
		default:
			continue
		}
		m.PaidPaise, m.How = pay.AmountPaise-gone, "gateway"
		if booking.IsManual(pay.Provider) {
			m.How = "hand"
		}
		m.AlonePaise += gone - pay.LostPaise
	}
	m.AlonePaise = max(0, m.AlonePaise-approvedPaise)
	m.Second = refundPaise > 0 && m.AlonePaise+refundPaise > m.LimitPaise
	return m
}

// Check refuses a refund while another is under way, and more than there is.
func (m Decision) Check() error {
	switch {
	case m.RefundPaise > 0 && m.UnderwayPaise > 0:
		return refuse(texts.RefundUnderWay(schema.FormatPaise(m.UnderwayPaise), m.How == "hand", m.PaidPaise == 0))
	case m.RefundPaise > m.PaidPaise:
		return domain.InvalidField("refund_paise", texts.RefundAtMost(schema.FormatPaise(m.PaidPaise)))
	}
	return nil
}
