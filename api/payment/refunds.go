package payment

import (
	"fmt"
	"strconv"
	"strings"

	"transom/api/domain"
)

// A payment's row says how much of it has gone back in all, and when the last of it did. The mails about its refunds, each of which is
// written with its refund, say what it was before: their keys have the payment, and how much had gone back with it.

// refundMailKey is the key of the mail about a refund. A whole refund is the last of its payment; after a part there may be another one.
func refundMailKey(pay domain.Payment) string {
	if pay.Disposition == domain.Refunded {
		return "refund:" + pay.AttemptRef
	}
	return fmt.Sprint("refund:", pay.AttemptRef, ":", pay.RefundedPaise)
}

// RefundsOf are the refunds of a payment one by one, oldest first; together they are what has gone back. One about which nobody got a mail
// (a bank took the money, the person was erased) stands in the next one.
func RefundsOf(pay domain.Payment, told []domain.ToldRefund) (refunds []domain.Refund) {
	gone := int64(0)
	for _, mail := range told {
		after, is := strings.CutPrefix(mail.Key, "refund:"+pay.AttemptRef+":")
		paise, err := strconv.ParseInt(after, 10, 64)
		if is && err == nil && paise > gone && paise < pay.RefundedPaise {
			refunds, gone = append(refunds, domain.Refund{Paise: paise - gone, At: mail.At}), paise
		}
	}
	if pay.RefundedPaise > gone {
		refunds = append(refunds, domain.Refund{Paise: pay.RefundedPaise - gone, At: pay.RefundedAt})
	}
	return refunds
}
