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
	CheckFields       = "Please check the marked fields."
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

const (
	CodeRefused       = "That code is incorrect or has expired. Check it or request a new one."
	ProveMailbox      = "Please sign in with a code first: it proves that the mailbox is yours."
	CodeSentJustNow   = "A code was sent a moment ago. Please wait a minute before you ask for another."
	TooManyCodesToday = "Too many codes have been requested for this address from here today. " +
		"Please try again tomorrow, or from another network."
	TooManyCodes     = "Several codes were sent to this address. Please try again later."
	TooManyLiveCodes = "Several codes have been requested for this address and are still " +
		"valid. Enter the newest one in the browser that requested it, or try again when the first has expired."
	TooManyWrongCodes   = "Several wrong codes were entered for this address. Please try again later."
	TooManyNetworkCodes = "Too many codes have been requested from your network. Please try " +
		"again later, or from another network."
	TooManySignIns = "Very many people are signing in just now. Please try again in a few minutes."
)

func TaskSigninClosed(codes int) string {
	return fmt.Sprintf("%d wrong codes in a row were entered for one address. For a day each network may ask for one "+
		"code with it; known devices are not concerned. It ends by itself.", codes)
}

func TaskSigninFlood(all, toUnpaid int) string {
	return fmt.Sprintf("%d mails with sign-in codes left within an hour, %d of them to people who have not paid; "+
		"further ones are refused. Devices that are known still sign in. Look at the log for who asks.", all, toUnpaid)
}

// ---- Uploads

// UploadGone does not say why an upload cannot be used.
const UploadGone = "This upload can no longer be used. Please upload the picture again."

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

const (
	TooManyWaitingPictures = "Too many pictures are waiting for their registration just now. Please try again in an hour."
	TooManyOfNetwork       = "Many pictures from your network are waiting for their registration. Please try " +
		"again later, or from another network."
)

// ---- Registration

const (
	ChooseTicket      = "Please choose one of the tickets."
	ChooseFromList    = "Please choose one of the list."
	RemoveUnprintable = "Please remove the characters that cannot be printed."
	ForeignAddress    = "This address contains an unusual character that looks like a normal letter. Please retype it."
	InvalidDate       = "Please enter a valid date, 1900 or later."
	EnterEmail        = "Please enter an e-mail address."
	UploadThisPicture = "Please upload this picture."
	NotAskedForTicket = "This is not asked for this ticket."
	UnpaidElsewhere   = "You already have an unpaid registration for this ticket. You can continue to its payment. " +
		"To change it, verify the e-mail address of that registration with the code that we send."
	UnpaidOfNetwork = "Several registrations from your network are not paid yet. Please pay for those first, " +
		"or try again when their payment links have expired."
	KeyUsedBefore = "This Idempotency-Key was already used for another registration. " +
		"Please send the form again with a new one."
	UnpaidOfPerson = "There is an unpaid registration for this person and ticket. Go on with that one: note " +
		"its payment there, or send its link again."
	PauseSentence = "Write a sentence for visitors, of at most 300 characters: what is paused, and when to come " +
		"again."
	NoSuchCategory  = "There is no such category."
	BankMayConfirm  = "Your bank may still confirm the last payment. Please wait a few minutes before you pay again."
	RegisterAgain   = "This registration can no longer be paid. Please register again."
	RegisteredAgain = "You have registered again for this ticket. Please pay that registration; its link is in your email."
	SavedNotPayable = "Your registration is saved, but we cannot reach the payment page right now. Please try again " +
		"in a minute; nothing is booked twice."
)

// TooManyCharacters names the limit of a field.
func TooManyCharacters(limit int) string {
	return fmt.Sprintf("Please use at most %d characters.", limit)
}

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

// Why money cannot be given back.
const (
	RefundNothingPaid   = "Nothing was paid for this booking."
	RefundAlreadyMade   = "The payment of this booking was refunded already."
	RefundOtherProvider = "The payment was made with another provider: run this with the settings of that provider."
	RefundTooMuch       = "More than is left of the payment cannot go back."
	RefundNotByHand     = "No money of this booking is to be given back by hand."
	RefundWhole         = "To give all of it back, cancel the registration: a ticket that stays is paid for."
	RefundMoneyMoved    = "Money of this registration has gone back or is on its way at the gateway, so the cancellation " +
		"stays: register the person again."
)

// What emails about money and tickets say in one case and not in another.
const (
	EmailNothingRefunded = "Nothing is given back, as our payment and refund policy says."
	EmailCountsAgain     = "Your registration counts again."
	EmailMoneyStays      = "Nothing of what you paid goes back."
	EmailTicketVoid      = "The registration is cancelled. Its ticket is no longer valid, even if printed or saved."
	EmailTicketGood      = "Your registration and its ticket remain valid."
	EmailSecondPayment   = "It was a second payment. Your paid registration and its ticket remain valid."
	EmailOfferVoid       = "The ticket itself is no longer valid either, even if printed or saved."
)

func EmailRefundByHand(amount string) string {
	return amount + " is given back to you by the organisers."
}

// ByHand are the ways in which money comes that no gateway knows.
var ByHand = map[string]string{"bank": "bank transfer", "cheque": "cheque", "cash": "payment in cash"}

func RefundAtMost(amount string) string {
	return "At most " + amount + " can go back: that is what came and has not gone back."
}

// RefundUnderWay says why nothing more can go back now; isAll is true when there is no more.
func RefundUnderWay(amount string, byHand, isAll bool) string {
	first, then := " is on its way back through the gateway.", " When it has gone, the rest can be given back."
	if byHand {
		first, then = " is to be given back by hand first.", " When that is written down, the rest can be given back."
	}
	if isAll {
		then = " That is all there is."
	}
	return amount + first + then
}

func RequestIs(state string) string { return "This request is " + state + " already." }

func ApproveOwn(whoMay string) string {
	return "You asked for this yourself, so another person has to approve it. " + whoMay
}

func ApproveLinked(name, whoMay string) string {
	return "You and " + name + " may not approve each other's requests: one of you added, promoted or reset the other in " +
		"the last 30 days, directly or through a colleague. " + whoMay
}

func ApproveBy(names string) string { return "It can be approved by " + names + "." }

func ApproveByNobody(name string) string {
	return "At present nobody may approve it: it takes an organiser or a treasurer whom " + name +
		" has not added, promoted or reset in the last 30 days."
}

func TaskRequest(name, amount string, cancels bool) string {
	asks := " asks to give back, without cancelling anything, "
	if cancels {
		asks = " asks to cancel this registration and to give back "
	}
	return name + asks + amount + ". Another person has to approve or refuse it."
}

func TaskRefundByHand(amount, kind, reference string) string {
	return "Give back " + amount + " of the " + kind + " " + reference + ", which no gateway knows, " +
		"and write down with the act \"given back\" how it went."
}

// Why a payment is refunded.
const (
	RefundTwice   = "it came a second time"
	RefundNoSeat  = "it came after the last seat was gone"
	RefundDecided = "the organiser gives it back"
	RefundErased  = "it came after the person was erased"
)

func TaskRefund(payment, amount, why string) string {
	return "Payment " + payment + " of " + amount + " is to be refunded because " + why + ". The program does it by itself " +
		"and closes this task; refund it at the gateway only if the task is still here after a day."
}

func TaskRefundFailed(amount, payment, at string) string {
	return amount + " of payment " + payment + " did not go back: the gateway had taken the refund, and it failed (seen on " +
		at + "). The program asks the gateway for it again by itself and closes this task. When the task is still here " +
		"after a day, ask the gateway why, and refund it there."
}

// ---- Tickets and transfers

const NoSuchTicket = "There is no such ticket among yours."

// ---- Desk

// WhyMissing answers an action without a reason; the desk says the same before it asks (act-dialog.tsx).
const WhyMissing = "Please say why; it stands in the log."

// Activities are what people read of the words of the activity log.
var Activities = map[string]string{
	"add":               "Registered by staff",
	"approve":           "Request approved",
	"cancel":            "Registration cancelled",
	"cancel_request":    "Cancellation requested",
	"command":           "Command",
	"correct":           "Details corrected",
	"export":            "Registrations exported",
	"export_aborted":    "Export not completed",
	"export_acts":       "Activity log exported",
	"gate_dismiss":      "Scan dismissed",
	"gate_invite":       "Device invited",
	"gate_name":         "Manual check-in matched",
	"gate_revoke":       "Device removed",
	"gate_wipe":         "Device erased",
	"given_back":        "Refund by hand recorded",
	"note":              "Note added",
	"note_delete":       "Note deleted",
	"paid":              "Payment recorded",
	"passkey_add":       "Passkey added",
	"passkey_remove":    "Passkey removed",
	"refund":            "Refund made",
	"refund_request":    "Refund requested",
	"refuse":            "Request refused",
	"reissue":           "New ticket issued",
	"resend":            "Email sent again",
	"sales_pause":       "Sales paused",
	"sales_resume":      "Sales resumed",
	"seat":              "Seat assigned",
	"sign_in":           "Signed in",
	"sign_out":          "Signed out",
	"staff_add":         "Staff member joined",
	"staff_end":         "Access removed",
	"staff_invite":      "Staff member invited",
	"staff_reset":       "Access reset",
	"staff_role":        "Role changed",
	"task_done":         "Task closed",
	"transfer":          "Transfer offered",
	"transfer_accept":   "Ticket transferred",
	"transfer_withdraw": "Transfer offer withdrawn",
	"uncancel":          "Cancellation reversed",
	"void":              "Ticket voided",
}

// What an action answers.
const (
	DeskNoRegistration   = "There is no such registration. Look it up in People."
	DeskChangedMeanwhile = "This registration was changed meanwhile, so nothing was done. Look at what changed, " +
		"then decide again."
	DeskGatewayNotThere = "The gateway does not answer, so nothing was done. Please try again in a minute."
	DeskReferenceUsed   = "This reference was used before, for another registration or this one. Check the " +
		"number, and look it up in People."
	DeskRulesBroken = "This breaks the rules of the ticket. Correct the values, or set the rules aside and " +
		"say why."
	DeskErased         = "The data of this person was erased, so nothing can be done here any more."
	DeskNotPaid        = "This registration is not paid yet. Note the payment first."
	DeskIsCancelled    = "This registration is cancelled. Take the cancellation back first."
	DeskNotSold        = "The ticket of this registration is not sold in this edition."
	DeskTicketVoid     = "The ticket is void. Issue a new one first."
	DeskVoidAlready    = "The ticket is void already. To let the person in again, issue a new one."
	DeskRefundWaits    = "A refund of this registration waits for a second person. Approve or refuse it first."
	DeskNotCorrectable = "Only a registration that is paid, or waits for its payment, can be corrected."
	DeskPaidAlready    = "This registration is paid already, so there is nothing to note."
	DeskTicketUsed     = "Somebody has entered with this ticket, so it can no longer be transferred. To change " +
		"a wrong name, use Correct."
	DeskNotOffered          = "This ticket is not offered to anybody any more. Load the page again to see how it stands."
	DeskNothingPaid         = "This registration is not paid, so nothing can go back."
	DeskNotCancelled        = "This registration is not cancelled."
	DeskRefundByHandDecided = "Money of this registration is to be given back by hand. An organiser or the " +
		"treasurer has decided that, so one of them takes the cancellation back."
	DeskNothingToRefund = "Nothing was paid, so nothing can go back. Leave the amount empty."
	DeskPaidJustNow     = "It was paid just now, so nothing was cancelled. Look at it again, then decide about " +
		"the money."
	DeskNotWaiting = "This registration does not wait for a payment any more. Load the page again to see " +
		"how it stands."
	DeskRequestOver = "This request does not wait any more: it was approved or refused, or is over. Load " +
		"the page again to see how it stands."
	DeskNoteGone      = "This note was taken away already."
	DeskEmailJustSent = "An email was already sent less than a minute ago. Wait a minute, then send it again."
	DeskNoLinkToSend  = "This registration does not wait for a payment, so there is no link to send. Choose " +
		"the ticket instead."
	DeskTaskMoney = "This task is about money: an organiser or the treasurer closes it."
	DeskTaskGone  = "This task is not open any more: somebody was faster, or the program has done it."
	DeskExporting = "Another export is being prepared. Please try again in a minute."
)

// What is wrong with a field.
const (
	DeskChooseTicket       = "Please choose one of the tickets."
	DeskChooseWhyFree      = "Please choose why it is free."
	DeskChooseHowPaid      = "Please choose how it is paid."
	DeskChooseHowItWasPaid = "Please choose how it was paid."
	DeskChooseResend       = "Please choose what to send: ticket or link."
	DeskPaymentReference   = "Please write the reference of the payment: the UTR of a transfer, the number of a " +
		"cheque or of a receipt."
	DeskRefundReference = "Please name the bank transfer or the receipt by which it went back."
	DeskDate            = "Please enter a date like 2025-03-31."
	DeskDateInFuture    = "This day is still to come. Write the day on which the money came."
	DeskRefundNegative  = "A negative amount cannot go back. Please write how much goes back."
	DeskRefundAmount    = "Please write how much goes back."
	DeskNothingChanged  = "Nothing is changed yet: type another value."
	DeskPlaceTooLong    = "Please use at most 40 characters."
	DeskPlaceSame       = "Nothing is changed yet: type another gate, row or seat."
	DeskNoteLength      = "Please write a note of at most 2,000 characters."
	DeskOwnAddress      = "This is the address of the registration itself. Write the colleague's; to change a " +
		"wrong name, use Correct."
	DeskSamePerson = "This is the person who has the ticket already. Enter the data of the colleague who " +
		"takes it."
	DeskTaskWhy         = "Write in a few words what was done."
	DeskExportFormat    = "Choose a kind of file: csv or xlsx."
	DeskExportPurpose   = "Write what the file is for; it stands in the log of acts."
	DeskQueryUnreadable = "This address cannot be read."
	DeskQueryDay        = "Write a day like 2025-03-31."
	DeskQueryTooLong    = "This is too long to look for. Type fewer words."
	DeskSortByAmount    = "Your role does not see amounts. Sort by something else."
)

// What an action does.
const (
	DeskRulesSetAside        = "The rules of the ticket are set aside."
	DeskAddedFree            = "It is free and counted apart in every sum."
	DeskAddedWithoutPictures = "A photo and the identity document were not asked: the photo can be added to the " +
		"profile, the document is shown at the door."
	DeskPlaceChanged = "The ticket stays good and shows the new place. No mail goes out."
	DeskVoided       = "Nobody is let in with this ticket. The registration stays paid and the seat stays " +
		"taken; a new ticket can be issued."
	DeskNewTicket       = "There is a new ticket. The one before is void, also where it was printed or saved."
	DeskNoTicketNoEmail = "There is no valid ticket, so no mail goes out."
	DeskTicketUnchanged = "Nothing of this stands on the ticket, so it stays good and no mail goes out."
	DeskMailTaskClosed  = "The task about the mail that did not arrive is done."
	DeskLinkClosed      = "The payment link is closed, and the seat can be sold again. Nothing was paid, and " +
		"no mail goes out."
	DeskCancelled       = "The registration is cancelled. The ticket is void, and the seat can be sold again."
	DeskNothingRefunded = "Nothing is given back."
	DeskUncancelled     = "The registration counts again and has a seat. There is a new ticket; the one before " +
		"stays void. Nothing goes back."
	DeskOnlyMoneyLeft  = "The person is erased, with ticket and seat; only the money is left."
	DeskStaysCancelled = "The registration stays cancelled."
	DeskStaysValid     = "The registration and its ticket stay as they are."
	DeskRequestRefused = "Nothing is cancelled and nothing goes back."
	DeskWaitsForSecond = "waits for a second person"
	DeskCarefulUsed    = "Careful: somebody has come in with this ticket already."
)

func DeskPersonRegistered(code string) string {
	return "This person is registered already, under the code " + code + ". Look at that registration first."
}

func DeskMemberRegistered(name, code string) string {
	return "This membership number is that of " + name + ", who is registered already, under the code " + code +
		". Look at that registration first."
}

func DeskOffered(email string) string {
	return "This ticket is offered to " + email + ". Withdraw that offer first."
}

func DeskOfferedAlready(email string) string {
	return "This ticket is offered to " + email + " already. Withdraw that offer first."
}

func DeskTransferOver(until string) string {
	return "Tickets can no longer be transferred; the last moment was " + until + "."
}

func DeskDateBeforeSale(day string) string {
	return "The sale of this ticket opened on " + day + ": nobody has paid before that day."
}

func DeskClosesItself(when string) string { return "This task closes by itself when " + when + "." }

func DeskAdded(name, category, email string) string {
	return name + " is registered and has a ticket (" + category + "); the confirmation goes to " + email + "."
}

func DeskAddedPaid(amount, net, gst string) string {
	return amount + " is written down as paid: net " + net + ", GST " + gst + "."
}

func DeskAddedByLink(name, amount string) string {
	return name + " is registered and holds a seat; the ticket comes with the payment of " + amount + "."
}

func DeskLinkGoesTo(email, until string) string {
	return "The payment link goes to " + email + " and can be used until " + until + "."
}

func DeskPaid(amount, email string) string {
	return amount + " is written down as paid; the confirmation with the ticket goes to " + email + "."
}

func DeskConfirmationAgain(email string) string {
	return "The confirmation with the ticket goes to " + email + " again."
}

func DeskTicketBelongsTo(email string) string { return "The ticket now belongs to " + email + "." }

func DeskAddressDead(email string) string {
	return "No email goes to " + email + ": the last one could not be delivered."
}

func DeskAddressTold(email string) string { return "We email " + email + " about the change." }

func DeskPlaceTaken(holder string) string {
	return "Careful: the ticket of " + holder + " has this place already."
}

func DeskOfferEnded(email string) string {
	return "The offer to " + email + " has ended; the colleague is told."
}

func DeskOfferEndedBoth(email string) string {
	return "The offer to " + email + " has ended; both are told."
}

func DeskOfferGoesTo(email string) string {
	return "A link that works once goes to " + email + ". The colleague types their own data; from then on this ticket is void " +
		"and the colleague has a new one."
}

func DeskOfferUntil(until string) string {
	return "It can be accepted until " + until + ". Until then the ticket remains valid."
}

func DeskOfferWithdrawn(email string) string {
	return "The link that went to " + email + " does not work any more. The ticket stays as it is."
}

func DeskRefundAlone(limit, before, with string) string {
	return "One person may give back " + limit + " of this registration: " + before + " went back before, with this it is " +
		with + "."
}

func DeskNeedsSecond(amount, limit string) string {
	return amount + " is more than the " + limit + " that one person may give back: another person has to approve. " +
		"Until then nothing changes."
}

func DeskNeedsSecondAfter(amount, before, limit string) string {
	return amount + " and the " + before + " that went back before are more than the " + limit +
		" that one person may give back: another person has to approve. Until then nothing changes."
}

func DeskRefundByHand(amount string) string {
	return amount + " is to be given back by hand; a task says so until that is written down."
}

func DeskRefundByGateway(amount string) string {
	return amount + " goes back through the gateway; the person is told by mail when it has."
}

func DeskRefundOfErased(amount string) string {
	return amount + " goes back through the gateway; nobody gets a mail, except somebody else who had paid."
}

func DeskRefundRecorded(amount, day string) string {
	return amount + " is recorded as refunded on " + day + ". The person gets an email."
}

// What a colleague reads who follows the link of a transfer.
const (
	DeskOfferOver = "This link can no longer be used: the ticket was taken, the offer was withdrawn, or its " +
		"time is over. Ask your colleague or the organisers."
	DeskColleagueUnpaid = "You have an unpaid registration for this ticket. When its time to pay is over, you can " +
		"take this ticket over; or ask the organisers."
	DeskTheColleague = "the colleague"
	DeskWasOffered   = "the ticket was offered"
)

// ---- Desk: lists

// TaskText is what people read of a kind of task.
type TaskText struct {
	Title string
	// Action is what the link to its solution says, "" when there is none in the desk.
	Action string
	// ClosesWhen is when the program closes it, "" for a task that a person closes.
	ClosesWhen string
}

const gatewayRefunded = "the gateway has given the money back"

// Tasks are the kinds of tasks.
var Tasks = map[string]TaskText{
	"amount_mismatch": {Title: "The gateway's answer does not fit"},
	"link_unknown": {Title: "The gateway does not know a payment link",
		Action: "End the link, and cancel the registration"},
	"duplicate_refund_due": {Title: "A second payment goes back", ClosesWhen: gatewayRefunded},
	"no_seat_refund_due":   {Title: "A payment came after the last seat was gone", ClosesWhen: gatewayRefunded},
	"organiser_refund_due": {Title: "A registration is refunded", ClosesWhen: gatewayRefunded},
	"refund_by_hand": {Title: "Money is to be given back by hand", Action: "Write down that it was given back",
		ClosesWhen: "the money is written down as given back"},
	"refund_request": {Title: "A refund waits for a second person", Action: "Approve or refuse",
		ClosesWhen: "another person has approved or refused the refund"},
	"dispute":             {Title: "A payment is disputed"},
	"unknown_money":       {Title: "Money that no registration has"},
	"mail_undeliverable":  {Title: "A mail did not arrive", Action: "Correct the address"},
	"identity_rejected":   {Title: "An identity document was rejected", Action: "Write a note"},
	"many_identity_views": {Title: "Many identity documents were opened"},
	"webhook_signatures":  {Title: "Messages of the gateway are not signed as they should be"},
	"clock":               {Title: "The clock of the server is wrong"},
	"signin_flood":        {Title: "Very many sign-in codes are asked for"},
	"signin_closed":       {Title: "Many wrong sign-in codes for a mailbox"},
	"passkey_copied":      {Title: "A passkey may have been copied"},
	"gate_conflict":       {Title: "One ticket was let in more often than it has places"},
	"gate_stray":          {Title: "A telephone sent two scans under one number"},
	"gate_unread":         {Title: "Somebody was let in by hand, and no ticket has the code"},
}

// What a role reads instead of what it may not see.
const (
	DeskTaskAboutMoney  = "This is about money: an organiser or the treasurer sees the amount, and does it."
	DeskTaskMoneyCloses = "an organiser or the treasurer says that it is done"
	DeskHiddenText      = "Something was written down that your role does not see."
)

// PaidBy are the ways of paying.
var PaidBy = map[string]string{
	"online": "Online", "bank": "Bank transfer", "cheque": "Cheque", "cash": "Cash", "free": "Free",
}

// Flags are what a list of registrations can be narrowed to.
var Flags = map[string]string{
	"task": "A task is open", "no-mail": "No ticket mail has left", "mail-failed": "A mail did not arrive",
	"refund-due": "A refund is on its way", "went-back": "Money went back", "document": "Identity document to check",
	"withdrawn": "Consent withdrawn", "seat": "Holds a seat", "came": "Has come", "not-come": "Has not come yet",
}

// Columns are the headings of an export.
var Columns = map[string]string{
	"booking": "Booking", "code": "Code", "registered": "Registered", "state": "Booking state", "paid": "Paid",
	"paid_by": "Paid by", "payment_ids": "Payment id", "refund": "Refund", "refunded": "Refunded", "ticket": "Ticket",
	"ticket_state": "Ticket state", "category": "Category", "seats": "Seats", "net": "Net", "gst": "GST",
	"amount": "Amount", "firstname": "First name", "lastname": "Last name", "email": "E-mail", "mobile": "Mobile",
	"dob": "Born", "gender": "Gender", "institute_name": "Institute", "membership_no": "Membership number",
	"company_name": "Company", "designation": "Designation", "gst_no": "GST number", "city": "City", "region": "State",
	"country": "Country", "spouse_name": "Spouse",
}

// The overview.
const (
	OverviewAll        = "All registrations"
	OverviewSeats      = "Seats"
	OverviewUnfinished = "Unfinished payments"
)

func OverviewDay(n int) string { return "Day " + strconv.Itoa(n) }

func QueryName(name string) string {
	return "A list cannot be filtered by " + strconv.Quote(name) + ". Choose a filter in People."
}

func QueryValue(value string) string {
	return "There is no " + strconv.Quote(value) + " here. Choose another value."
}

func QuerySort(name string) string { return "A list cannot be sorted by " + strconv.Quote(name) + "." }

func DeskColumn(key string) string {
	return "Your role cannot export the column " + key + ", or there is none. Leave it out."
}

// ---- Desk: the timeline of a registration

const (
	TimelineTicket        = "The ticket was issued."
	TimelineAnotherTicket = "Another ticket was issued; the one before is void."
	TimelineRefund        = "A refund was made."
	TimelineRefundDue     = "A refund is under way."
)

// MailStates are what became of an email.
var MailStates = map[string]string{
	"pending": "is waiting to be sent", "sent": "was sent", "dead": "could not be delivered",
}

// LinkStates are what became of a payment link.
var LinkStates = map[string]string{
	"CREATING": "is being created", "OPEN": "is open", "CLOSED": "was closed unpaid", "PAID": "was paid",
}

// Scanned are the verdicts of a scan.
var Scanned = map[string]string{"in": "checked in", "out": "left", "overruled": "checked in by hand", "refused": "refused"}

func TimelineRegistered(category string) string { return "Registered online for " + category + "." }

func TimelineByStaff(category string) string { return "Registered by staff for " + category + "." }

func TimelineReceived(amount, by string) string { return amount + " received (" + by + ")." }

func TimelinePayment(by string) string { return "A payment was received (" + by + ")." }

func TimelineRefunded(amount string) string { return amount + " refunded." }

func TimelineRefundOf(amount string) string { return "A refund of " + amount + " is under way." }

func TimelineConsent(notice string) string {
	return "The notice about identity documents (" + notice + ") was accepted."
}

func TimelineByHand(by string) string { return "A payment was recorded (" + by + ")." }

func TimelineLink(by, state string) string {
	return "A payment link was created (" + by + "). It " + state + "."
}

func TimelineMail(name, state string) string { return "The email “" + name + "” " + state + "." }

func TimelineEntry(gate string) string { return "Came in through " + gate + "." }

func TimelineViewed(how string) string { return "The identity document was looked at (" + how + ")." }

func TimelineChecked(what, how string) string {
	return "The identity document was " + what + " (" + how + ")."
}

// ---- Staff

const (
	StaffCodeRefused  = "That code is incorrect or has expired. Check it or request a new one."
	StaffEmail        = "Write an e-mail address like name@example.org."
	StaffCodeJustSent = "A code was sent a moment ago. Please wait a minute before you ask for another."
	StaffCodesInDay   = "Too many codes have been requested for this address from here today. Please try again tomorrow, " +
		"or from another network."
	StaffCodesInHour = "Several codes were sent to this address. Please try again later."
	StaffCodesLive   = "Several codes have been requested for this address and are still valid. Enter the newest one in the " +
		"browser that requested it, or try again when the first has expired."
	StaffCodesOfNetwork = "Too many codes have been requested from your network. Please try again later, or from another network."
	StaffTriesInDay     = "Many wrong codes were entered for this address. Please try again tomorrow."
	StaffTriesInHour    = "Several wrong codes were entered for this address. Please try again later."
	StaffNoInvitation   = "You have no passkey here yet. Open the link of your invitation; if it has expired, ask an organiser " +
		"for another one."
	StaffName           = "Write the name as it shall stand in the log."
	StaffUnknown        = "There is no such member of the staff."
	StaffSignedOut      = "You are not signed in to the desk, or your session has ended. Please sign in again."
	StaffForbidden      = "Your role may not do this. An organiser can, or can change your role."
	StaffTouch          = "Please confirm with your passkey; then this goes on."
	StaffPasskeyRefused = "The passkey was not accepted. Please try again, from the beginning if it happens twice."
	StaffNoRole         = "There is no such role."
	StaffNoPasskeys     = "In a rehearsal nobody has a passkey: signing in is one click."
	StaffPasskeyUnknown = "You have no such passkey."
	StaffOnlyPasskey    = "This is your only passkey. Add another one first."
)

func StaffRole(roles string) string { return "Choose a role: " + roles + "." }

func StaffWorksAlready(name, role string) string {
	return name + " works here already, as " + role + "; change the role in the list. Reset who has lost the passkey."
}

func StaffEnded(name string) string { return name + " no longer works at the desk." }

func StaffEndedInvite(name string) string { return StaffEnded(name) + " Invite them instead." }

func StaffLastOrganiser(name string) string {
	return name + " is the last organiser who has signed in here. Make somebody else organiser first, and wait until they " +
		"have signed in."
}

func StaffTooManyPasskeys(n int) string {
	return "You have " + strconv.Itoa(n) + " passkeys. Remove one before you add another."
}

// StaffInvented is the name of the member who plays a role in a rehearsal.
func StaffInvented(role string) string { return "Rehearsal " + role }

func TaskPasskeyCopied(name, id string) string {
	return "The counter of a passkey of " + name + " (staff " + id + ") went back: there may be a copy of it. Signing in with " +
		"it is refused. Speak to its owner, then reset it in the room Staff."
}

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

const (
	GatePhoneName       = "Give the telephone a name of at most 60 letters, for example North gate 2."
	GateNameTooLong     = "This name is too long."
	GateChooseVenue     = "Choose one of the event's places."
	GateNotDaysOfVenue  = "These are not days of this place."
	GateNoSuchList      = "There is no such list."
	GateInvitationOver  = "This invitation is used up or older than ten minutes. Ask the desk to show a new code."
	GateNoKey           = "This is no key of a telephone."
	GateEnrolledAlready = "This telephone is enrolled already. Sign it out first, then open the new code."
	GateNotEnrolled     = "This telephone is not enrolled. Ask the desk for a code."
	GateSignedOutByDesk = "This telephone was signed out by the desk. Keep it: it hands in what it holds. Ask " +
		"the desk for a new code."
	GateSignedItselfOut = "This telephone has signed itself out. Ask the desk for a new code."
	GateEventOver       = "The event is over, and this telephone is signed out."
	GateSayWhichPhone   = "Say which telephone: its id."
	GateNoSuchPhone     = "There is no such telephone."
	GateFullCodesOnly   = "This phone may look up full codes only: 8 letters and digits on the ticket, or 6 " +
		"letters of the registration."
	GateTypeMoreLetters  = "Type at least three letters of the name, or the code under the QR code."
	GateTooManyMatch     = "More than five people match. Type more of the name."
	GateUnreadGone       = "This does not wait any more: somebody was faster."
	GateTypeCode         = "Type the code on the ticket, or that of the registration."
	GateNoTicketOfCode   = "No ticket has this code."
	GateManyTicketsOfKey = "Several tickets begin so. Type all of the code."
	GateSayWhether       = "Say whether the person came in with this ticket all the same."

	GateRefusedVoid       = "the ticket is void"
	GateRefusedReplaced   = "the ticket was replaced by a newer one"
	GateRefusedUnpaid     = "the ticket was paid in the sandbox, with no money"
	GateRefusedCategory   = "this list is not for the ticket's category"
	GateRefusedDay        = "the ticket is not for this day"
	GateRefusedCity       = "the ticket is not for this city"
	GateRefusedEarly      = "it is too early for this list"
	GateRefusedNoTicket   = "there is no such ticket"
	GateRefusedAllTaken   = "all entries of this ticket are taken for this day"
	GateTodayIsNoEventDay = "today is no day of the event; say which day is meant"
	gateTelephonesApart   = "Telephones could not know of each other: look in the room Gate at who admitted it " +
		"when, and ask there."
	gateOneTelephone = "One telephone sent all of it: look in the room Gate which, and ask there."
)

// GateRefusedLast adds the time of the last entry to GateRefusedAllTaken.
func GateRefusedLast(at string) string { return GateRefusedAllTaken + ", the last at " + at }

func GateNoList(id string) string { return "there is no list " + id }

func GateListNotOnDay(list, day string) string {
	return "the list " + list + " is not counted on " + day
}

func GateNoEventDay(day string) string { return day + " is no day of the event" }

func GateNotCountedYet(refusal string) string { return "This is not counted yet: " + refusal + "." }

func GateChooseDay(days string) string {
	return "This is no day of the event. Choose one of " + days + "."
}

func TaskGateUnread(device string) string {
	return fmt.Sprintf("The telephone %q let somebody in by hand, and no ticket has the code that was typed, if one was. "+
		"The room Gate shows when, and why. Ask there who it was, and say here whose ticket it is: until then nobody is "+
		"counted.", device)
}

func TaskGateStray(device string) string {
	return fmt.Sprintf("The telephone %q has sent two different scans under one number. Its storage was put back, or "+
		"somebody else has its key: revoke it in the room Gate and enrol it again.", device)
}

// TaskGateConflict reports a ticket that was admitted too often; together: all scans are of one telephone.
func TaskGateConflict(code string, tooMany int, list, day string, together bool) string {
	who, times := gateTelephonesApart, fmt.Sprint(tooMany, " times")
	if together {
		who = gateOneTelephone
	}
	if tooMany == 1 {
		times = "once"
	}
	return fmt.Sprintf("The ticket %s was admitted more often than it has places: %s too many (%s, %s). %s "+
		"Nobody has to leave because of this.", code, times, list, day, who)
}

// ---- Emails

func TaskMailUndeliverable(template, reason string) string {
	return "A mail (" + template + ") could not be delivered: " + reason +
		". Remove the cause and have it sent again, or reach the person another way."
}
