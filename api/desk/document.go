package desk

import (
	"context"
	"errors"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// At most the last four characters of an identity document's number may be stored.
const maxLast4 = 4

// approveDocument records that staff have checked the membership number and the identity document: either the stored
// one, which is deleted after the content's retention period, or the original, shown at the desk.
func (x *execution) approveDocument(in wire.DeskDocumentRequest) error {
	if len(in.Last4) > maxLast4 {
		return domain.InvalidField("last4", texts.DeskLast4)
	}
	if x.Content.CollectsDocuments() && x.b.IDAsset == "" && !in.Original {
		return notPossible(texts.DeskNothingToApprove)
	}
	document := domain.Typed(in.Document)
	if in.Original && document == "" {
		return domain.InvalidField("document", texts.DeskDocumentKind)
	}
	x.ticketIs("valid")
	x.say(texts.DeskDocumentApproved)
	if document != "" {
		x.note("document", document)
	}
	if in.Original {
		document = strings.TrimPrefix(document+", "+texts.DeskOriginalSeen, ", ")
		x.note("original", "yes")
		x.say(texts.DeskOriginalWasSeen)
	}
	if x.b.IDAsset != "" {
		x.say(texts.DeskDocumentDeletedAfter(x.Content.Registration.IDDocument.Retention.AfterVerifiedHours))
	}
	if _, err := x.tx.FinishTasksOf(x.ctx, x.b.ID, booking.TaskIdentityRejected, x.now); err != nil {
		return err
	}
	return x.tx.ApproveDocument(x.ctx, x.b.ID, x.r.Who.Name, document, in.Last4, x.now)
}

// RejectDocument deletes the document. The person is emailed the reason, keeps the seat and can send another document.
func (d *Service) RejectDocument(ctx context.Context, r Request, _ wire.DeskAction) (Outcome, error) {
	out, err := d.change(ctx, r, (*execution).rejectDocument)
	if err == nil && out.Done {
		_, _ = d.DestroyReleased(ctx) // if this fails, the cleaner deletes the file a few minutes later
	}
	return out, err
}

func (x *execution) rejectDocument() error {
	until := x.Content.Desk.DocumentUntil.Time
	shown, state := x.Content.Moment(until), schema.MailInTime
	x.ticketIs("valid")
	x.say(texts.DeskDocumentRejected)
	if x.now.Before(until) {
		x.say(texts.DeskSeatKeptUntil(shown))
	} else {
		state = schema.MailTooLate
		x.say(texts.DeskSeatKeptUntilOver(shown))
	}
	return errors.Join(x.tx.RejectDocument(x.ctx, x.b, x.r.Who.Name, x.now),
		x.mail("document-rejected", x.b, map[string]string{
			"reason": x.r.Why, "upload_url": x.SiteURL + "/dashboard", "document_until": shown, "seat_state": state,
		}))
}

// Replacement is the document that a person sends in place of a rejected one. EmailKey is the signed-in person's.
type Replacement struct {
	BookingID, EmailKey, Handle, AddressHash string
	Consent                                  bool
}

var holder = domain.Actor{ID: "holder", Name: texts.DeskTheHolder}

var errNoDocumentWanted = domain.Refuse(domain.CodeNotFound, texts.NoDocumentWanted)

// ReplaceDocument stores a replacement identity document, which the desk then has to check.
func (d *Service) ReplaceDocument(ctx context.Context, in Replacement, requestID string) error {
	_, err := d.change(ctx, Request{
		BookingID: in.BookingID, Version: AnyVersion, Why: texts.DocumentWasRejected, Who: holder, RequestID: requestID,
		word: domain.ActionDocumentSent,
	}, func(x *execution) error { return x.replaceDocument(in) })
	if domain.IsCode(err, domain.CodeNotFound) {
		err = errNoDocumentWanted // the error must not reveal that the registration exists
	}
	return err
}

func (x *execution) replaceDocument(in Replacement) error {
	if x.b.EmailKey != in.EmailKey || x.b.RejectedAt.IsZero() || x.isPaid() != nil {
		return errNoDocumentWanted
	}
	next, known := x.b, false
	if next.IDAsset, known = domain.ParseAssetHandle(in.Handle); !known {
		return domain.InvalidField(domain.IDSlot.Field, texts.UploadGone)
	}
	consent, asked := x.Form.ConsentOf(next, in.AddressHash, x.now)
	if !asked {
		return errNoDocumentWanted
	}
	if !in.Consent {
		return domain.InvalidField("consent", x.Content.Registration.IDDocument.ConsentRequired)
	}
	if err := errors.Join(registration.TakePictures(x.ctx, x.tx, x.b, next, x.now),
		x.tx.SaveConsent(x.ctx, consent)); err != nil {
		return err
	}
	if _, err := x.tx.FinishTasksOf(x.ctx, x.b.ID, booking.TaskIdentityRejected, x.now); err != nil {
		return err
	}
	return x.tx.ReplaceDocument(x.ctx, x.b.ID, next.IDAsset)
}
