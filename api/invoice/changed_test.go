package invoice_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

func changeTicket(s *apitest.Server, b booking.Booking, change map[string]any) {
	body := map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "asked",
		"ticketCategory": b.CategoryType}
	for name, value := range change {
		body[name] = value
	}
	s.DeskAs(domain.RoleOrganiser).Must("change-ticket", body)
}

// Source: CGST Rules, Rule 53: a credit note names the invoice of the supply that fell away.
func TestASpouseWhoWasAddedLaterIsCreditedOnTheirOwnInvoice(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	spouse := map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "link"}
	changeTicket(s, b, spouse)
	s.Clock.Add(time.Minute)
	s.Pay(b)
	s.Clock.Add(time.Minute)
	changeTicket(s, b, map[string]any{"spouse": false, "difference": "refund"})
	s.Payments.Reconcile(t.Context())
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	added, note := all[1], all[len(all)-1]
	if len(all) != 3 || note.OriginalNumber != added.Number || note.Reason != texts.InvoiceSpouseRemoved ||
		note.PaymentRef != added.PaymentRef || note.DocumentSum != added.DocumentSum || note.Lines[0] != added.Lines[0] {
		t.Errorf("%+v", all)
	}
}

func TestASpouseWhoPaidOutsideTheGatewayIsCreditedThere(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	changeTicket(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "bank",
		"reference": "UTR 1", "date": "2025-03-10"})
	s.Clock.Add(time.Minute)
	changeTicket(s, b, map[string]any{"spouse": false, "difference": "refund"})
	pays := s.PaymentsOf(b.ID)
	if len(pays) != 2 || !pays[0].RefundDue() || pays[1].RefundDue() { // the bank transfer is of an earlier day
		t.Fatalf("the refund of the spouse's payment is not due: %+v", pays)
	}
	s.DeskAs(domain.RoleTreasurer).Must("record-refund", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
		"why": "asked", "reference": "UTR 2"})
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	if added, note := all[1], all[len(all)-1]; len(all) != 3 || note.OriginalNumber != added.Number ||
		note.Lines[0] != added.Lines[0] {
		t.Errorf("%+v", all)
	}
}

func TestAChangeOfCategoryKeepsTheWordsAboutThePayment(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Unpaid(nil)
	for _, paise := range []int64{2000_00, 1540_00} {
		s.Clock.Add(time.Minute)
		s.DeskAs(domain.RoleTreasurer).Must("paid", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
			"why": "on the statement", "payment": map[string]any{"kind": "bank",
				"reference": fmt.Sprint("UTR ", paise), "date": "2025-03-10", "amount_paise": paise}})
	}
	changeTicket(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "bank",
		"reference": "UTR 3", "date": "2025-03-10"})
	changeTicket(s, b, map[string]any{"ticketCategory": "NON_IIA_MEMBER", "spouse": true, "spouseName": "Ravi Rao",
		"difference": "waived", "changes": map[string]string{"institute_name": "Council of Architecture",
			"membership_no": "CA/2010/12345"}})
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	words := map[string]int{}
	for _, d := range all {
		if !d.Kind.IsCredit() && !d.Related(all).Cancelled {
			words[d.Lines[0].Description]++
		}
	}
	service := "Registration: " + s.Content.CategoryName("NON_IIA_MEMBER") + " · "
	for what, n := range map[string]int{"Part payment of ₹7,080: ": 2, "Accompanying spouse: ": 1} {
		check.Equal(t, words[what+service+s.Content.Event.Name+", "+s.Content.Event.DisplayDates], n, "with %q in %v", what,
			words)
	}
}

func TestAFirmThatIsNamedWithAChangeGetsBothInvoices(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	changes := map[string]string{"institute_name": "Council of Architecture", "membership_no": "CA/2010/12345",
		"gst_no": "27AAPFU0939F1ZV", "invoice_name": "Umbrella & Sons"}
	change := map[string]any{"ticketCategory": "NON_IIA_MEMBER", "difference": "bank", "reference": "UTR 1",
		"date": "2025-03-10", "changes": changes}
	body := map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "asked"}
	maps.Copy(body, change)
	s.DeskAs(domain.RoleOrganiser).Call("change-ticket", body).Refuses("invoice_address")
	changes["invoice_address"] = "1 Fort Road, Mumbai 400001"
	changeTicket(s, b, change)
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	if len(all) != 4 {
		t.Fatalf("%+v", all)
	}
	for n, gstin := range []string{"", "", "27AAPFU0939F1ZV", "27AAPFU0939F1ZV"} {
		if all[n].Recipient.GSTIN != gstin || (all[n].Recipient.PIN == "400001") != (gstin != "") {
			t.Errorf("%d: %s %s for %+v", n, all[n].Kind, all[n].Number, all[n].Recipient)
		}
	}
}

func TestACorrectedBuyerKeepsTheInvoiceAfterAChange(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	s.DeskAs(domain.RoleTreasurer).Must("invoice", asked(s, b, map[string]any{"name": "Lime LLP"}))
	s.Clock.Add(time.Minute)
	changeTicket(s, b, map[string]any{"ticketCategory": "NON_IIA_MEMBER", "difference": "waived",
		"changes": map[string]string{"institute_name": "Council of Architecture", "membership_no": "CA/2010/12345"}})
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	last := all[len(all)-1]
	if len(all) != 5 || last.Kind != booking.DocumentInvoice || last.Recipient.Name != "Lime LLP" {
		t.Errorf("%+v", all)
	}
}
