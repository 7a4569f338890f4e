// Package texts holds what visitors and staff read that does not come from content/: one name a sentence, as a
// constant, or as a function where the sentence has parameters. It must not know who shows them. A second language is
// a second file with the same names, chosen by a build tag; the compiler then asks for every name.
package texts

import (
	"fmt"
	"strconv"
)

// ---- Common errors

const (
	RequestIncomplete = "The request did not arrive completely. Please try again."
	RequestNotObject  = "The request must be one JSON object."
	RequestNotJSON    = "The request is not valid JSON."
	RequestTooLarge   = "The request is too large."
	FieldsOfWrongType = "A field of the request has the wrong type."
	FieldOfWrongType  = "This has the wrong type."
	SendJSON          = "Send JSON with Content-Type: application/json."
	ForeignPage       = "This page may not send requests here."
	NothingHere       = "There is nothing at this address."
	WrongMethod       = "This address does not answer that method; calls are POST."
	SomethingWrong    = "Something went wrong."
	UnknownFailure    = "Something went wrong. Please try again; if it happens again, tell us the request number."

	TooManyConnections = "Your network has too many connections. Please wait a little and try again."
	TooManyUnderWay    = "Too many requests from your network are under way. Please wait a little and try again."

	MessageTooLarge   = "The message is too large."
	MessageIncomplete = "The message did not arrive completely."
	KeyTooLong        = "The Idempotency-Key is too long."
	ErrorReport       = "A report names a page of this site, its release and the kind of error."
	NoPhoto           = "There is no photo."
	SignInAgain       = "Please sign in again."
)

// Filters and export of the activity log.
const (
	DayFormat    = "Write a day like 2025-03-31."
	ExportWhy    = "Write what the export is for; it stands in the log of acts."
	EveryCommand = "everybody on the command line"
	EveryDevice  = "every telephone of the gate"
	SomeTask     = "a task"
)

// TooManyRequests says how many seconds a network has to wait.
func TooManyRequests(seconds int) string {
	wait := "a minute"
	if minutes := (seconds + 59) / 60; minutes > 1 {
		wait = strconv.Itoa(minutes) + " minutes"
	}
	return "Too many requests from your network. Please wait a little and try again; in " + wait +
		" at the latest it works again."
}

// NotReady names the part that does not work.
func NotReady(part string) string { return "Not ready: " + part + "." }

// ---- Sign-in

// ---- Uploads

const (
	UploadNotMultipart  = "Send the picture as multipart/form-data."
	UploadNoBoundary    = "The upload has no boundary."
	UploadEmpty         = "The upload holds nothing, or its boundary is wrong."
	UploadNoFile        = "The upload holds no file."
	UploadChooseFile    = "Please choose a picture."
	UploadOneFile       = "Send one file at a time."
	UploadInterrupted   = "The upload was interrupted. Please try again."
	UploadUnknownKind   = "Please say what the picture is."
	UploadKinds         = "kind is photo or aadhar."
	UploadNotPicture    = "This file is not a picture of the kinds that are accepted here."
	UploadBroken        = "The picture is incomplete or damaged. Please choose it again."
	UploadTooManyPixels = "The picture has too many pixels. Please send a smaller one."
	UploadsBusy         = "We're receiving many uploads. Please try again in a moment."
	UploadsUnavailable  = "Uploads are temporarily unavailable. Please try again in a few minutes."
)

// UploadTooLarge names the limit.
func UploadTooLarge(megabytes int) string {
	return "The file is larger than " + strconv.Itoa(megabytes) + " MB. Please choose a smaller one."
}

// ---- Registration

// ---- Payment and refunds

const (
	PaymentBusy            = "The payment service is being asked already. Please try again in a few seconds."
	PaymentOver            = "This payment can no longer be made. Please register again."
	BookingUnknown         = "This booking is not known."
	ProviderNotUsed        = "This payment provider is not in use here."
	WebhookRefused         = "This message is not accepted."
	OfferTakenBack         = "The ticket remains yours and valid."
	OfferEndedForColleague = "You do not need to do anything."
	UnreadableAmount       = "An amount that cannot be read"
)

func TaskMismatch(ref string, mismatch error, price string) string {
	return fmt.Sprintf("The gateway's answer about %s does not fit (%v). Look the reference up at the gateway; refund "+
		"there what was paid, or, if the amount of %s did come, ask whoever runs the server to reconcile.",
		ref, mismatch, price)
}

func TaskLinkUnknown(link, ref string) string {
	return fmt.Sprintf("The gateway does not know the payment link %s (%s). Are the settings those of the account that "+
		"made it? If so, ask the gateway. A quarter of an hour after its time is over, a registration that waits can be "+
		"cancelled, or its payment noted: that ends the link.", link, ref)
}

func TaskDispute(dispute, amount, payment, respondBy string) string {
	return fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). Answer in the gateway's dashboard by %s, "+
		"with the registration and the entries; without an answer the money is lost.", amount, payment, dispute, respondBy)
}

func TaskDisputeAnswered(dispute, amount, payment string) string {
	return fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). It was answered; the bank decides. There "+
		"is nothing to do until it does.", amount, payment, dispute)
}

func TaskDisputeLost(dispute, amount, payment string) string {
	return fmt.Sprintf("The dispute %s is lost: the bank has taken %s of payment %s back. When that is the whole "+
		"amount, the ticket is void now.", dispute, amount, payment)
}

func TaskSecondPayment(amount, payment, booking string) string {
	return fmt.Sprintf("%s came as payment %s on the link of booking %s, which is paid already. Refund payment %s in "+
		"the gateway's dashboard, and not the other one; the registration and its ticket stay.",
		amount, payment, booking, payment)
}

func TaskWrongAmount(amount, payment, booking, price string) string {
	return fmt.Sprintf("%s came as payment %s on the link of booking %s, which costs %s. Refund payment %s in the "+
		"gateway's dashboard; the person may register again.", amount, payment, booking, price, payment)
}

func TaskUnknownMoney(amount, payment, ref string) string {
	return fmt.Sprintf("%s came as payment %s under our reference %s, and no registration here has it: it was lost "+
		"with a disk. Find the payer in the gateway's dashboard. Refund it there; the person may register again.",
		amount, payment, ref)
}

func TaskSignatures(limit int) string {
	return fmt.Sprintf("More than %d webhook messages in a minute had a wrong signature. When payments stay unconfirmed, "+
		"compare the webhook's secret with the provider's dashboard; else somebody tries to forge payments, which harms "+
		"nothing.", limit)
}

const TaskClock = "A webhook message was refused because its signed time is more than an hour from this machine's " +
	"clock. Is the clock right (timedatectl set-ntp true)? Payments are found all the same, up to half an hour later. " +
	"When the clock is right, an old message was sent again, which harms nothing."

// ---- Tickets and transfers

// ---- Desk

// ---- Staff

// ---- Gate

const (
	GateHeldMenu     = "A menu"
	GateHeldNoTicket = "not a ticket"
	GateHeldForeign  = "ticket of another event"
	GateHeldForged   = "forged: the signature is changed"
)

// GateReportTooLong names the limit of a report.
func GateReportTooLong(scans int) string {
	return "A report has at most " + strconv.Itoa(scans) + " scans."
}

// GateHeldTicket describes a ticket that the rehearsal shows; state is "" for a valid one.
func GateHeldTicket(category string, seats int, state string) string {
	if seats > 1 {
		category += ", for two"
	}
	if state != "" {
		category += ": " + state
	}
	return category
}
