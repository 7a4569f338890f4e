package refund

import (
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Decision says how much of the amount paid for a registration is refunded.
type Decision struct {
	// PaidPaise was paid and is neither refunded nor part of the pending refund, UnderwayPaise. AlonePaise was or will be
	// refunded without a second person's approval.
	PaidPaise, RefundPaise, UnderwayPaise, AlonePaise, LimitPaise int64

	How    string // gateway, manual (if a part must be refunded manually) or none
	Second bool
	// ManualPaise is what the gateway cannot refund; NeverReceivedPaise is what payers had deducted as tax.
	ManualPaise, NeverReceivedPaise int64
}

// Decide also counts earlier refunds without a second approval, so that nobody avoids the limit by refunding in parts.
func Decide(b booking.Booking, captured []booking.Payment, approvedPaise, refundPaise int64,
	rules schema.Desk) Decision {
	m := Decision{RefundPaise: refundPaise, LimitPaise: rules.RefundAlonePaise, How: "none"}
	var gateway, manual int64 // not refunded yet
	for _, pay := range captured {
		gone := pay.RefundedPaise
		switch pay.Disposition {
		case booking.Applied:
		case booking.CancelledRefundDue:
			gone = pay.TargetPaise()
			m.UnderwayPaise += gone - pay.RefundedPaise
		case booking.Withdrawn: // withdrawals count towards one person's limit too
			m.AlonePaise += pay.AmountPaise
			continue
		case booking.Refunded:
			if b.WasPaidBy(pay, captured) {
				m.AlonePaise += gone - pay.LostPaise
			}
			continue
		default:
			continue
		}
		m.PaidPaise += pay.AmountPaise - gone
		if booking.IsManual(pay.Provider) {
			manual += pay.RestPaise()
		} else {
			gateway += pay.AmountPaise - gone
		}
		m.AlonePaise += gone - pay.LostPaise
	}
	m.ManualPaise = max(0, refundPaise-gateway)
	for _, one := range split(captured, refundPaise) {
		m.NeverReceivedPaise += one.NeverReceivedPaise(one.part)
	}
	switch {
	case manual > 0 && (refundPaise == 0 || m.ManualPaise > 0):
		m.How = "manual"
	case m.PaidPaise+m.UnderwayPaise > 0:
		m.How = "gateway"
	}
	m.AlonePaise = max(0, m.AlonePaise-approvedPaise)
	m.Second = refundPaise > 0 && m.AlonePaise+refundPaise > m.LimitPaise
	return m
}

// Check refuses a refund while another is under way, and one that exceeds what was paid.
func (m Decision) Check() error {
	switch {
	case m.RefundPaise > 0 && m.UnderwayPaise > 0:
		return refuse(texts.RefundUnderWay(schema.FormatPaise(m.UnderwayPaise), m.How == "manual", m.PaidPaise == 0))
	case m.RefundPaise > m.PaidPaise:
		return domain.InvalidField("refund_paise", texts.RefundAtMost(schema.FormatPaise(m.PaidPaise)))
	}
	return nil
}
