//go:build !translated

// Package texts contains the server's messages to visitors and staff, except those in content/. Each message is a
// constant, or a function if it has parameters. The package must not know where messages are shown. Another language
// is a second file with the same names, as in generator/texts.
package texts

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Language is the code of the language of these texts.
const Language = "en"

// Day returns "17 March 2025", DayAndTime "17 March 2025, 10:15", Moment "17 March 2025 at 10:15 am IST".
func Day(t time.Time) string        { return t.Format("2 January 2006") }
func DayAndTime(t time.Time) string { return t.Format("2 January 2006, 15:04") }
func Moment(t time.Time) string     { return t.Format("2 January 2006 at 3:04 pm MST") }

// ---- Common errors

const (
	RequestIncomplete = "The request was incomplete. Please try again."
	RequestNotObject  = "The request must be one JSON object."
	RequestNotJSON    = "The request is not valid JSON."
	RequestTooLarge   = "The request is too large."
	FieldsOfWrongType = "A field of the request has the wrong type."
	FieldOfWrongType  = "This value has the wrong type."
	SendJSON          = "Send JSON with Content-Type: application/json."
	ForeignPage       = "This page is not allowed to send requests here."
	NothingHere       = "There is nothing at this address."
	WrongMethod       = "This address accepts POST requests only."
	SomethingWrong    = "Something went wrong."
	CheckFields       = "Please check the marked fields."
	UnknownFailure    = "Something went wrong. Please try again. If it happens again, tell us the request number."

	TooManyUnderWay = "Your network has too many requests in progress. Please wait a moment and try again."

	MessageTooLarge   = "The message is too large."
	MessageIncomplete = "The message was incomplete."
	KeyTooLong        = "The Idempotency-Key is too long."
	ErrorReport       = "A report must name a page of this site, the release and the kind of error."
	NoPhoto           = "There is no photo."
	SignInAgain       = "Please sign in again."
	NothingStored     = "Nothing can be stored at the moment. Please try again in a few minutes."
)

const (
	InvoiceSpouse    = "Accompanying spouse"
	InvoiceRefunded  = "Refund"
	InvoiceWithdrawn = "The payment was recorded by mistake, or was not received"
	InvoiceDisputed  = "The payer's bank took the money back"
	InvoiceCorrected = "The buyer's details were corrected"

	InvoiceTicketChanged = "The ticket was changed to another category"
	InvoiceDifference    = "Difference in price"
	InvoiceSpouseRemoved = "The accompanying spouse was removed"

	InvoiceNone        = "This registration has no tax invoice that can be corrected."
	InvoiceCredited    = "The invoice was credited in full, so there is nothing to correct."
	InvoiceName        = "Enter the buyer's legal name."
	InvoiceAddress     = "For this amount, tax law requires the full address of a buyer without a GSTIN."
	InvoiceState       = "Enter the State."
	InvoiceFirmAddress = "Enter the firm's address."
	InvoiceOldAddress  = "This is the address on the earlier invoice, in another State. Enter the firm's address."
	InvoicePIN         = "A PIN code has six digits."
	InvoiceByBuyer     = "the buyer corrected the invoice"
	DeskTheBuyer       = "the buyer"
	InvoiceTaxable     = "taxable value"
	InvoiceTotal       = "total"
	InvoiceFinal       = "This document can no longer be corrected. Please write to us."
	NoSuchInvoice      = "This account has no such document."
	GSTINOwn           = "This is the organiser's own GSTIN. Enter the GSTIN of the firm that pays."
	GSTINShape         = "A GSTIN has 15 capital letters and digits, for example 27ABCDE1234F1Z0."
)

// InvoiceRefunds are the reasons of credit notes for money that was returned.
var InvoiceRefunds = []string{InvoiceRefunded, InvoiceDisputed, InvoiceSpouseRemoved}

const InvoiceLacksAddress = "For this invoice, tax law requires your full address with PIN code. Please add it " +
	"on the invoice page."

// RefundOfFirm is about a credit note to a buyer with a GSTIN. Source: Notification 16/2025, GST reference, section 2.
const RefundOfFirm = "The buyer has a GSTIN. The credit note reduces our tax only if the buyer reverses its input " +
	"tax credit. Ask the buyer to confirm this in writing."

const InvoiceNeedsAddress = "For this invoice, tax law requires the buyer's full address with PIN code."

var DocumentKinds = map[string]string{"invoice": "Tax invoice", "credit_note": "Credit note", "receipt": "Receipt",
	"refund_receipt": "Refund receipt"}

const (
	SheetRegistrations = "Registrations"
	SheetDocuments     = "Documents"
)

// InvoiceColumns are the column headings in the monthly register of invoices, credit notes and receipts.
var InvoiceColumns = []string{"Number", "Issued", "Document", "About", "Reason", "Buyer", "GSTIN", "Address", "State",
	"PIN", "Place of supply", "Reverse charge", "SAC", "Rate", "Taxable value", "CGST", "SGST", "IGST", "Rounding",
	"Total", "TDS", "Paid by", "Payment", "Refunded", "Refund reference", "Code"}

// InvoiceTaxColumns are the columns of the register that an event without GST leaves out.
var InvoiceTaxColumns = []string{"GSTIN", "Place of supply", "Reverse charge", "SAC", "Rate", "Taxable value", "CGST",
	"SGST", "IGST", "Rounding", "TDS"}

func InvoiceTooLong(characters int) string {
	return fmt.Sprintf("Please use at most %d characters, so that the document stays on one page.", characters)
}

func InvoiceTooLate(day string) string { return "Invoices could only be corrected until " + day + "." }

func InvoiceCorrectedOften(times int, address string) string {
	return fmt.Sprintf("You have corrected this invoice %s times. For another correction, please write to %s.",
		smallNumbers[times], address)
}

// MailTDS is what an email says after the amount that was received.
func MailTDS(tds string) string { return ", and another " + tds + " was deducted as tax (TDS)" }

// An email lists changed details on a ticket under these names.
const (
	MailCategory = "Ticket"
	MailName     = "Name"
	MailSpouse   = "Spouse"
	MailAddress  = "Email address"
)

// MailInvoiceReplaced precedes the link to the new invoice in an email.
const MailInvoiceReplaced = "A credit note cancels your earlier invoice, and a new invoice replaces it. Your " +
	"dashboard shows all your documents."

// MailChange describes a change in an email; before is "" for an added value, and after is "" for a removed one.
func MailChange(what, before, after string) string {
	switch {
	case before == "":
		return what + ": " + after + " (new)."
	case after == "":
		return what + ": " + before + " (removed)."
	}
	return what + ": " + after + " (before: " + before + ")."
}

// MailSurplus is what an email says after the amount that was received and after MailTDS, if any tax was deducted.
func MailSurplus(surplus string) string {
	return ", plus an overpayment of " + surplus + ", which the organisers will refund to you"
}

// DeskInvoiceRefundDue warns that a refund will credit the corrected invoice, perhaps in full.
const DeskInvoiceRefundDue = "A refund of this payment has not been made yet. Its credit note will be for the new " +
	"invoice."

func InvoiceReplaced(number string) string {
	return "A credit note cancels " + number + ", and a new invoice is issued."
}

var smallNumbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}

var tens = []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}

// AmountInWords spells out an amount as Indian invoices do: "Rupees one lakh forty-seven thousand five hundred only".
func AmountInWords(paise int64) string {
	text := "Rupees " + inWords(paise/100)
	if paise%100 > 0 {
		text += " and " + inWords(paise%100) + " paise"
	}
	return text + " only"
}

func inWords(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1_00_00_000, "crore"}, {1_00_000, "lakh"}, {1000, "thousand"}, {100, "hundred"}} {
		if n >= unit.size {
			text := inWords(n/unit.size) + " " + unit.name
			if n%unit.size > 0 {
				text += " " + inWords(n%unit.size)
			}
			return text
		}
	}
	if n < 20 {
		return smallNumbers[n]
	}
	text := tens[n/10-2]
	if n%10 > 0 {
		text += "-" + smallNumbers[n%10]
	}
	return text
}

// InvoicePartPayment precedes the service on the invoice for a part of its price.
func InvoicePartPayment(price string) string { return "Part payment of " + price }

// InvoicePart is the line on a credit note for a partial refund.
func InvoicePart(number, service string) string { return "Part of " + number + ": " + service }

func GSTINCheckDigit(wanted, found string) string {
	return fmt.Sprintf("The check digit does not match: the last character should be %s, not %s. Look for a typing "+
		"mistake.", wanted, found)
}

func GSTINOldState(code string) string {
	return "GSTINs that begin with " + code + " are no longer valid. Enter the firm's new GSTIN."
}

func InvoiceOtherState(state string) string {
	return "The GSTIN belongs to " + state + ". Enter " + state + ", or leave the State empty."
}

func GSTINState(code string) string { return "No State has the GST code " + code + "." }

// Messages on the Activity log page.
const (
	DayFormat    = "Enter a date like 2025-03-31."
	ExportWhy    = "Enter what the export is for. Your answer is shown in the activity log."
	EveryCommand = "everybody on the command line"
	EveryDevice  = "every gate device"
	SomeTask     = "a task"
)

func TooManyRequests(seconds int) string {
	return "Too many requests from your network. Please wait up to " + Wait(seconds) + ", then try again."
}

// NotReady says which part of the server does not work.
func NotReady(part string) string { return "Not ready: " + part + "." }

// ---- Sign-in

const (
	CodeRefused  = "That code is incorrect or has expired. Check it or request a new one."
	ProveMailbox = "Please sign in with a code first, so that we know that this email address is yours."
)

func CodeSentJustNow(wait string) string {
	return "A code was sent a moment ago. You can request another in " + wait + "."
}

func TooManyCodes(wait string) string {
	return "Too many codes have been requested for this address from your network. Please try again in " + wait +
		", or from another network."
}

func TooManyLiveCodes(wait string) string {
	return "Several codes have been requested for this address and are still valid. Enter the newest one in the " +
		"browser that requested it, or try again in " + wait + "."
}

func TooManyWrongCodes(wait string) string {
	return "Too many wrong codes were entered for this address. Please try again in " + wait + "."
}

func TooManyNetworkCodes(wait string) string {
	return "Too many codes have been requested from your network. Please try again in " + wait +
		", or from another network."
}

// Wait formats a duration in words, for example "1 hour and 5 minutes".
func Wait(seconds int) string {
	minutes := (seconds + 59) / 60
	switch hours := minutes / 60; {
	case seconds < 60:
		return some(seconds, "second")
	case hours == 0:
		return some(minutes, "minute")
	case minutes%60 == 0:
		return some(hours, "hour")
	default:
		return some(hours, "hour") + " and " + some(minutes%60, "minute")
	}
}

func some(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

func TaskSigninClosed(codes int) string {
	return fmt.Sprintf("%d wrong codes in a row were entered for one address. For one day, each network can make only 5 "+
		"attempts for this address. Known devices are not affected. The limit is lifted automatically.", codes)
}

func TaskSigninFlood(all int) string {
	return fmt.Sprintf("%d sign-in codes were emailed within an hour. People can still sign in, but until the "+
		"number falls, each address gets only one email an hour for new devices. Check the log to see who is "+
		"requesting the codes.", all)
}

// ---- Uploads

// UploadGone gives no reason, so that it reveals nothing about other people's uploads.
const UploadGone = "This upload can no longer be used. Please upload the picture again."

const (
	UploadNotMultipart  = "Send the picture as multipart/form-data."
	UploadNoBoundary    = "The upload has no boundary."
	UploadEmpty         = "The upload is empty, or its boundary is wrong."
	UploadNoFile        = "The upload contains no file."
	UploadChooseFile    = "Please choose a picture."
	UploadOneFile       = "Send one file at a time."
	UploadInterrupted   = "The upload was interrupted. Please try again."
	UploadUnknownKind   = "Please say what kind of picture this is."
	UploadKinds         = "A picture must be a photo or an identity document."
	UploadNotPicture    = "Please choose a JPEG file. A photo may also be a PNG file."
	UploadBroken        = "The picture is incomplete or damaged. Please choose it again."
	UploadTooManyPixels = "The picture has too many pixels. Please send a smaller one."
	UploadsBusy         = "We're receiving a lot of uploads. Please try again in a moment."
	UploadsUnavailable  = "Uploads are temporarily unavailable. Please try again in a few minutes."
)

func UploadTooLarge(megabytes int) string {
	return "The file is larger than " + strconv.Itoa(megabytes) + " MB. Please choose a smaller one."
}

const (
	TooManyWaitingPictures = "We are receiving many pictures at the moment. Please try again in an hour."
	TooManyOfNetwork       = "Too many pictures have been uploaded from your network without a registration being " +
		"submitted. Please try again later, or from another network."
)

// ---- Registration

const (
	ChooseTicket      = "Please choose one of the tickets."
	ChooseFromList    = "Please choose one from the list."
	RemoveUnprintable = "Please remove the characters that cannot be printed."
	ForeignAddress    = "This address contains an unusual character that looks like a normal letter. Please retype it."
	InvalidDate       = "Please enter a valid date, 1900 or later."
	EnterEmail        = "Please enter an email address."
	UploadThisPicture = "Please upload this picture."
	NotAskedForTicket = "This field is not needed for this ticket."
	UnpaidElsewhere   = "You already have an unpaid registration for this ticket. Continue to payment. To change " +
		"the registration, verify its email address first."
	UnpaidOtherAddress = "You already have an unpaid registration for this ticket, with another email address. Verify " +
		"that address to pay for the registration or to change it."
	UnpaidOfNetwork = "Several registrations from your network have not been paid yet. Please pay for those first, " +
		"or try again once their payment links have expired."
	KeyUsedBefore = "This Idempotency-Key has already been used for another registration. " +
		"Please send the form again with a new key."
	UnpaidOfPerson = "There is already an unpaid registration for this person and ticket. Record the " +
		"payment for that registration, or send its payment link again."
	PauseSentence = "Write a sentence of at most 300 characters for visitors: what is paused, and when it will " +
		"be available again."
	NoSuchCategory    = "There is no such category."
	BankMayConfirm    = "Your bank may still confirm the last payment. Please wait a few minutes before you pay again."
	PartPaidUnchanged = "Part of this registration has been paid, so you can no longer add or remove the spouse here. " +
		"Please contact us."
	RegisterAgain   = "You can no longer pay for this registration. Please register again."
	RegisteredAgain = "You have a newer registration for this ticket. Please pay for the newer one. We emailed you the " +
		"link."
	SavedNotPayable = "Your registration is saved, but we cannot reach the payment page right now. Please try " +
		"again in a minute. Nothing will be booked twice."
)

// WholeNumber says which numbers a field accepts; largest is 0 if there is no maximum.
func WholeNumber(smallest, largest int) string {
	if largest == 0 {
		return fmt.Sprintf("Please enter a whole number of at least %d.", smallest)
	}
	return fmt.Sprintf("Please enter a whole number from %d to %d.", smallest, largest)
}

func TooManyCharacters(limit int) string {
	return fmt.Sprintf("Please use at most %d characters.", limit)
}

// ---- Payment and refunds

const (
	PaymentBusy      = "We are already checking this payment. Please try again in a few seconds."
	PaymentOver      = "This payment can no longer be made. Please register again."
	PaymentOfOldLink = "You have just paid with an earlier link, for an amount that does not match this " +
		"registration. We will email you about your payment."
	BookingUnknown   = "We cannot find this booking."
	ProviderNotUsed  = "This payment provider is not used here."
	WebhookRefused   = "This message is not accepted."
	UnreadableAmount = "An unreadable amount"
)

func TaskMismatch(ref string, mismatch error, price string) string {
	return fmt.Sprintf("The gateway's response about %s does not match the registration (%v). Look up the reference "+
		"at the gateway. If %s was received, ask your administrator to reconcile; otherwise, refund what was paid.",
		ref, mismatch, price)
}

func TaskLinkUnknown(link, ref string) string {
	return fmt.Sprintf("The gateway does not recognise the payment link %s (%s). Check that the settings belong to the "+
		"account that created it. If they do, ask the gateway's support. Fifteen minutes after the link expires, "+
		"you can cancel the registration or record its payment; either closes the link.", link, ref)
}

func TaskDispute(dispute, amount, payment, respondBy string) string {
	return fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). Respond in the gateway's dashboard by %s, "+
		"and add the registration and the check-ins as evidence. If you do not respond, the money is lost.",
		amount, payment, dispute, respondBy)
}

func TaskDisputeAnswered(dispute, amount, payment string) string {
	return fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). Look in the gateway's dashboard: once "+
		"we have responded, the bank decides, and there is nothing to do until then.", amount, payment, dispute)
}

func TaskDisputeLost(dispute, amount, payment string) string {
	return fmt.Sprintf("Dispute %s is lost. The bank has taken back %s of payment %s. If that is the full amount, "+
		"the ticket is now void.", dispute, amount, payment)
}

func TaskSecondPayment(amount, payment, booking string) string {
	return fmt.Sprintf("Payment %s of %s was made with the link for booking %s, which was already paid. Refund "+
		"payment %s in the gateway's dashboard, not the first payment. The registration and its ticket remain valid.",
		payment, amount, booking, payment)
}

func TaskWrongAmount(amount, payment, booking, price string) string {
	return fmt.Sprintf("Payment %s on the link for booking %s was for %s, but the price is %s. Refund payment %s "+
		"in the gateway's dashboard. The person can register again.", payment, booking, amount, price, payment)
}

func TaskUnknownMoney(amount, payment, ref string) string {
	return fmt.Sprintf("Payment %s of %s was received under our reference %s, but no registration here has this "+
		"reference. The registration was probably lost when a disk failed. Find the payer in the "+
		"gateway's dashboard and refund the payment there. The person can register again.", payment, amount, ref)
}

func TaskSignatures(limit int) string {
	return fmt.Sprintf("More than %d webhook messages in a minute had a wrong signature. If payments stay "+
		"unconfirmed, compare the webhook secret with the one in the provider's dashboard. If payments are "+
		"confirmed as usual, somebody is trying to forge these messages, which has no effect.", limit)
}

const TaskClock = "A webhook message was refused because its signed time differs from this machine's clock by " +
	"more than an hour. Check the clock; if it is wrong, run timedatectl set-ntp true. Payments are still found, " +
	"but up to half an hour late. If the clock is right, an old message was sent again, which has no effect."

// Errors about refunds that are not possible.
const (
	RefundNothingPaid   = "Nothing was paid for this booking."
	RefundAlreadyMade   = "The payment for this booking has already been refunded."
	RefundOtherProvider = "The payment was made with another provider: run this with that provider's settings."
	RefundTooMuch       = "The refund cannot be larger than what is left of the payment."
	RefundNotManual     = "This booking has no manual refund to record."
	RefundWhole         = "To refund the full amount, cancel the registration. A ticket cannot stay valid if its " +
		"full price is refunded."
	RefundNotWithdrawable = "This payment cannot be withdrawn: it was not recorded by staff, or part of " +
		"it was refunded."
	RefundMoneyMoved = "A refund for this registration has been made or is under way at the gateway, so the " +
		"cancellation cannot be undone. Register the person again."
)

// ManualMethods names the kinds of payment that do not use the gateway.
var ManualMethods = map[string]string{"bank": "bank transfer", "cheque": "cheque", "cash": "cash payment"}

func RefundAtMost(amount string) string {
	return "You can refund at most " + amount + ": the amount paid, less any refunds."
}

// RefundUnderWay says why another refund is not possible yet; isAll is true if the full amount is being refunded.
func RefundUnderWay(amount string, manual, isAll bool) string {
	first, then := " is being refunded through the gateway.", " Once that refund is complete, you can refund the "+
		"rest."
	if manual {
		first, then = " has to be refunded manually first.", " Once that refund has been recorded, you can refund the "+
			"rest."
	}
	if isAll {
		then = " Nothing is left to refund."
	}
	return amount + first + then
}

func RequestIs(state string) string { return "This request is already " + state + "." }

func ApproveOwn(whoMay string) string {
	return "You requested this yourself, so another person has to approve it. " + whoMay
}

func ApproveLinked(name, whoMay string) string {
	return "You and " + name + " cannot approve each other's requests, because in the last 30 days one of you added " +
		"or promoted the other, or reset the other's access, directly or through a colleague. " + whoMay
}

func ApproveBy(names string) string { return "The request can be approved by " + names + "." }

func ApproveByNobody(name string) string {
	return "At present nobody can approve the request. It needs an organiser or a treasurer whom " + name + " has not " +
		"added or promoted in the last 30 days, and whose access " + name + " has not reset in that time."
}

func TaskRequest(name, amount, action string) string {
	asks := map[string]string{
		"refund":           "%s has asked to refund %s without cancelling anything.",
		"withdraw_payment": "%s has asked to withdraw the payment of %s.",
	}[action]
	if asks == "" {
		asks = "%s has asked to cancel this registration and refund %s."
	}
	return fmt.Sprintf(asks, name, amount) + " Another person has to approve or refuse the request."
}

func TaskManualRefund(amount, kind, reference string) string {
	return "Refund " + amount + " of the " + kind + " " + reference + " manually, because it did not go through the " +
		"gateway, and record the refund here."
}

// The reasons for refunds in TaskRefund.
const (
	RefundTwice   = "nothing was due from this person any more"
	RefundNoSeat  = "it arrived after the last seat was sold"
	RefundDecided = "the organisers decided to refund it"
	RefundErased  = "it arrived after the person's data was erased"
)

func TaskRefund(payment, amount, why string) string {
	return amount + " of payment " + payment + " will be refunded because " + why + ". This happens automatically and " +
		"closes this task. Refund it at the gateway only if the task is still open after a day."
}

func TaskRefundFailed(amount, payment, at string) string {
	return amount + " of payment " + payment + " was not refunded: the gateway had accepted the refund, but it " +
		"failed (seen on " + at + "). In an hour, the refund will be requested again automatically, and this task " +
		"will close. If it is still open after a day, ask the gateway why, and refund it there."
}

// ---- Ticket changes

const (
	DeskBothAdmitted = "Both people have already been admitted on the same day, so the spouse cannot be removed. A " +
		"refund is still possible."
	DeskChangeWaits = "A change to this ticket is waiting for payment. Withdraw the change first: use Change ticket " +
		"with the current category and spouse."
	DeskChangeUnpaid = "A change to this ticket is waiting for payment. To record how it was paid, use Change " +
		"ticket again with the new category and spouse."
	DeskChangePaidJustNow = "The change has just been paid for and is complete. Check the registration again."
	DeskChangeSame        = "This is the current ticket. Choose a different one. To correct a name, use Correct details."
	DeskChangeWithdrawn   = "The payment link for the change is closed. The registration and its ticket stay as they are."
	DeskPriceSame         = "There is nothing to pay or refund."
	DeskPriceFree         = "The registration is complimentary and stays free."
	DeskPriceNotYours     = "This change affects the price, so only an organiser or the treasurer can make it."
	DeskPriceNoMore       = "The amount paid is below this price because of an earlier refund or waiver. There is " +
		"nothing more to pay or refund."
	DeskDifferenceChoose = "Choose how to settle the difference in price."
	DeskDifferenceWrong  = "This choice does not match the difference in price. Choose again."
	DeskDifferenceWaived = "The difference is waived: nothing is paid or refunded."
	DeskWaiverNotYours   = "Only an organiser may waive an amount that is due. Choose how it is paid."
	DeskNothingYet       = "Until then, nothing changes."
	DeskRefundWaitsToo   = "Only the refund has to wait. The ticket is changed at once."
	DeskInvoiceReplaced  = "The invoice names the category, so a credit note cancels the invoice, and a new invoice " +
		"for the same amount replaces it."
)

func DeskSeatsLeft(category string, left int) string {
	switch left {
	case 0:
		return category + " is sold out."
	case 1:
		return "Only 1 seat is left for " + category + "."
	}
	return "Only " + strconv.Itoa(left) + " seats are left for " + category + "."
}

// DeskAgeLimit says which ages a category is for; a minimum or maximum of 0 means no limit.
func DeskAgeLimit(category string, minimum, maximum int, day string) string {
	ages := fmt.Sprintf("%d to %d", minimum, maximum)
	switch {
	case maximum == 0:
		ages = fmt.Sprintf("at least %d", minimum)
	case minimum == 0:
		ages = fmt.Sprintf("at most %d", maximum)
	}
	return category + " is for people who are " + ages + " years old on " + day + "."
}

func DeskTicketName(category string, spouse bool) string {
	if spouse {
		return category + " with spouse"
	}
	return category
}

// DeskPriceToday and DeskPriceThen say which price applies; the argument "sum" comes from DeskPriceParts.
func DeskPriceToday(ticket, sum string) string {
	return "Today's price applies: " + ticket + " costs " + sum + "."
}

func DeskPriceThen(ticket, sum, day string) string {
	return "Only the spouse is removed, so the price on the day of registration (" + day + ") applies: " + ticket +
		" cost " + sum + "."
}

// DeskPriceParts formats a price with its net amount and its GST; gst is "" for an event without GST.
func DeskPriceParts(amount, net, gst string) string {
	if gst == "" {
		return amount
	}
	return amount + " (" + net + " + " + gst + " GST)"
}

func DeskWaivedEarlier(amount string) string {
	return amount + " was waived earlier and remains waived."
}

func DeskDifferenceDue(paid, due string) string {
	return paid + " has been paid, so " + due + " is still to be paid."
}

func DeskDifferenceBack(paid, back string) string {
	return paid + " has been paid, which is " + back + " too much."
}

func DeskChangeByLink(email, until string) string {
	return "A payment link will be sent to " + email + " and can be used until " + until + ". Until the payment " +
		"arrives, the ticket stays as it is and no seat is reserved."
}

func DeskDocumentGoesTo(payer, holder string) string {
	return payer + " paid for this registration and gets the invoice or receipt. " + holder + " gets the new ticket."
}

const DeskPayerErased = "The payer's data was erased, so no payment link can be sent. Choose another way to pay."

func DeskRefundPending(amount string) string {
	return "A refund of " + amount + " has not been made yet. Change the ticket after the refund."
}

func DeskChangeNotCovered(due string) string {
	return "The ticket can be changed once all of " + due + " has been paid."
}

func DeskChangeRecorded(amount string) string { return amount + " is recorded as paid." }

// ---- Tickets and transfers

const NoSuchTicket = "This ticket is not one of yours."

// ---- Desk

// WhyMissing is shown if an action has no reason; the desk has the same text (action-dialog.tsx).
const WhyMissing = "Please say why. Your reason is shown in the activity log."

// Activities has the name of each action in the activity log.
var Activities = map[string]string{
	"add":               "Registered by staff",
	"approve":           "Request approved",
	"cancel":            "Registration cancelled",
	"cancel_request":    "Cancellation requested",
	"change_ticket":     "Ticket changed",
	"cancel_category":   "Category cancelled",
	"command":           "Command",
	"correct":           "Details corrected",
	"document_approve":  "Document approved",
	"document_open":     "Document opened",
	"document_reject":   "Document rejected",
	"document_sent":     "Replacement document sent",
	"export":            "Registrations exported",
	"badges":            "Badges printed",
	"export_aborted":    "Export not completed",
	"export_log":        "Activity log exported",
	"export_acts":       "Activity log exported", // the name in entries from earlier versions
	"gate_dismiss":      "Scan dismissed",
	"gate_invite":       "Device invited",
	"gate_name":         "Manual check-in matched",
	"gate_revoke":       "Device signed out",
	"gate_wipe":         "Device erased",
	"export_invoices":   "Invoices exported",
	"given_back":        "Manual refund recorded", // the name in entries from earlier versions
	"invoice":           "Invoice corrected",
	"note":              "Note added",
	"note_delete":       "Note deleted",
	"paid":              "Payment recorded",
	"profile":           "Profile edited",
	"numbers_imported":  "Membership numbers imported",
	"passkey_add":       "Passkey added",
	"passkey_remove":    "Passkey removed",
	"record_refund":     "Manual refund recorded",
	"refund":            "Refund decided",
	"refund_request":    "Refund requested",
	"refuse":            "Request refused or withdrawn",
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
	"staff_reset":       "Sign-in reset",
	"staff_role":        "Role changed",
	"task_done":         "Task closed",
	"transfer":          "Transfer offered",
	"transfer_accept":   "Ticket transferred",
	"transfer_withdraw": "Transfer offer withdrawn",
	"uncancel":          "Cancellation undone",
	"void":              "Ticket voided",

	"withdraw_payment":         "Payment withdrawn",
	"withdraw_payment_request": "Payment withdrawal requested",
	"change_ticket_request":    "Ticket change requested",
	"change_ticket_withdraw":   "Ticket change request withdrawn",
}

// Reasons why an action is not possible.
const (
	DeskNoRegistration   = "There is no such registration. Look it up in Registrations."
	DeskChangedMeanwhile = "This registration was changed in the meantime, so nothing was done. Check what " +
		"changed, then decide again."
	DeskGatewayNotThere = "The gateway is not responding, so nothing was done. Please try again in a minute."
	DeskRulesBroken     = "This breaks the ticket's rules. Correct the values, or override the rules and say why."
	DeskErased          = "This person's data was erased, so no action is possible."
	DeskNotPaid         = "This registration is not paid yet. Record the payment first."
	DeskIsCancelled     = "This registration is cancelled. Undo the cancellation first."
	DeskUsedAlready     = "This ticket has already been used for entry."
	DeskPauseFirst      = "Sales of this category are not paused. Pause them first, so that nobody else can register."
	DeskNotSold         = "This registration's ticket category is not sold in this edition."
	DeskNoSeats         = "Tickets for this event have no gate, row or seat."
	DeskTicketVoid      = "The ticket is void. Issue a new one first."
	DeskVoidAlready     = "The ticket is already void. To admit the person again, issue a new one."
	DeskRefundWaits     = "A request for this registration is waiting for a second person's approval."
	DeskNotCorrectable  = "Only paid registrations and those with a pending payment can be corrected."
	DeskPaidAlready     = "This registration is already paid."
	DeskTicketUsed      = "Somebody has entered with this ticket, so it can no longer be transferred. To change " +
		"a wrong name, use Correct details."
	DeskNotOffered          = "This ticket is no longer offered to anyone. Reload the page to see its state."
	DeskNothingPaid         = "This registration is not paid, so there is nothing to refund."
	DeskNotCancelled        = "This registration is not cancelled."
	DeskManualRefundDecided = "This registration has a pending manual refund. Only an organiser or the treasurer " +
		"can undo its cancellation."
	DeskNothingToRefund = "Nothing was paid, so there is nothing to refund. Leave the amount empty."
	DeskPaidJustNow     = "This registration has just been paid, so nothing was cancelled. Check it again, then " +
		"decide about the refund."
	DeskNotWaiting  = "This registration no longer has a pending payment. Reload the page to see its state."
	DeskRequestOver = "This request is no longer open: it was approved or refused, or has ended. Reload the page to " +
		"see its state."
	DeskNoteGone      = "This note has already been deleted."
	DeskEmailJustSent = "An email was sent less than a minute ago. Wait a minute, then send it again."
	DeskNoLinkToSend  = "This registration has no pending payment, so there is no link to send. Choose the ticket " +
		"instead."
	DeskTaskMoney = "This task is about money. Only an organiser or the treasurer can close it."
	DeskTaskGone  = "This task is no longer open. Somebody else closed it, or it closed automatically."

	DeskDayInFuture   = "This day is in the future. Choose an earlier one."
	DeskReconciling   = "Somebody else is comparing payments with the gateway. Please try again in a minute."
	DeskGatewaySilent = "The gateway did not answer in time. Please try again later."

	DeskExporting = "Another export is being prepared. Please try again in a minute."
)

// OnCommandLine has another sentence for each refusal that mentions the desk's pages or buttons, because
// `transom action` has neither.
var OnCommandLine = map[string]string{
	DeskNoRegistration: "There is no such registration. `transom list --text …` finds it.",
	DeskChangeWaits: "A change to this ticket is waiting for payment. Withdraw the change first: use " +
		"`transom action change-ticket` with the current category and spouse.",
	DeskChangeUnpaid: "A change to this ticket is waiting for payment. To record how it was paid, use " +
		"`transom action change-ticket` again with the new category and spouse.",
	DeskChangeSame: "This is the current ticket. Choose a different one. To correct a name, use " +
		"`transom action correct`.",
	DeskTicketUsed: "Somebody has entered with this ticket, so it can no longer be transferred. To change a wrong " +
		"name, use `transom action correct`.",
	DeskNotOffered: "This ticket is no longer offered to anyone. `transom show` shows the registration's state.",
	DeskNotWaiting: "This registration no longer has a pending payment. `transom show` shows its state.",
	DeskRequestOver: "This request is no longer open: it was approved or refused, or has ended. `transom show` shows " +
		"the registration's state.",
	DeskOwnAddress: "This is the registration's own email address. Enter the colleague's. To change a wrong name, " +
		"use `transom action correct`.",
}

// Errors in the fields of forms.
const (
	DeskChooseWhyFree      = "Please choose why the registration is free."
	DeskChooseHowPaid      = "Please choose how the registration is paid."
	DeskChooseHowItWasPaid = "Please choose how the registration was paid."
	DeskChooseResend       = "Please choose what to send: ticket or link."
	DeskPaymentReference   = "Please enter the payment reference: the bank's reference for the transfer, or " +
		"the cheque or receipt number."
	DeskRefundReference = "Please enter the bank's reference for the refund, or the receipt number."
	DeskDateMissing     = "Please enter the date on which the money was received."
	DeskDate            = "Please enter a date like 2025-03-31."
	DeskDateInFuture    = "This day is in the future. Enter the day on which the money was transferred."
	DeskAmountNegative  = "An amount cannot be negative."
	DeskRefundNegative  = "You cannot refund a negative amount. Please enter the amount to refund."
	DeskRefundAmount    = "Please enter the amount to refund."
	DeskNothingChanged  = "You have not changed anything. Enter a different value."
	DeskPlaceTooLong    = "Please use at most 40 characters."
	DeskPlaceSame       = "You have not changed anything. Enter a different gate, row or seat."
	DeskNoteLength      = "Please write a note of at most 2,000 characters."
	DeskOwnAddress      = "This is the registration's own email address. Enter the colleague's. To change a " +
		"wrong name, use Correct details."
	DeskCopyToHolder    = "This is the registration's own email address, which gets the ticket anyway. Enter another one."
	DeskSamePerson      = "This person already has the ticket. Enter the details of the colleague who will receive it."
	DeskTaskWhy         = "Say briefly what was done."
	DeskExportFormat    = "Choose a file format: csv or xlsx."
	DeskExportPurpose   = "Enter what the file is for. Your answer is shown in the activity log."
	DeskExportMonth     = "Choose a month."
	DeskQueryUnreadable = "This link is not valid."
	DeskQueryTooLong    = "This search is too long. Use fewer words."
	DeskFilterByAnswer  = "Your role cannot see contact data. Use another filter."
	DeskSortByAmount    = "Your role cannot see amounts. Sort by another column."
)

// The effects of actions, which the preview lists.
const (
	DeskRulesSetAside        = "The ticket's rules are overridden."
	DeskAddedFree            = "The registration is complimentary and is counted separately in all totals."
	DeskAddedWithoutPictures = "No photo or identity document was requested. The person can add a photo to their " +
		"profile and show their document at the door."
	DeskPlaceChanged = "The ticket remains valid and shows the new seat. No email will be sent."
	DeskVoided       = "This ticket can no longer be used for entry. The registration stays paid and keeps its " +
		"seat. You can issue a new ticket."
	DeskNewTicket       = "A new ticket is issued. The old ticket is void, even if printed or saved."
	DeskNoTicketNoEmail = "There is no valid ticket, so no email will be sent."
	DeskTicketUnchanged = "None of this is shown on the ticket, so the ticket remains valid and no email will be sent."
	DeskMailTaskClosed  = "The task about the undelivered email is closed."
	DeskLinkClosed      = "The payment link is closed, and the seat can be sold again. Nothing was paid, and no " +
		"email will be sent. While seats are left, the person can still ask for a new link."
	DeskCancelled       = "The registration is cancelled. The ticket is void, and the seat can be sold again."
	DeskNothingRefunded = "There is no refund."
	DeskUncancelled     = "The registration is valid again and has a seat. A new ticket is issued; the old ticket " +
		"stays void. There is no refund."
	DeskOnlyMoneyLeft   = "This person's data, ticket and seat have been removed. Only the payment remains."
	DeskStaysCancelled  = "The registration stays cancelled."
	DeskStaysValid      = "The registration stays valid."
	DeskRequestRefused  = "Nothing is cancelled, refunded or withdrawn."
	DeskChangeRemains   = "The ticket change still applies."
	DeskWaitsForSecond  = "needs a second person's approval"
	DeskCarefulUsed     = "Careful: this ticket has already been used for entry."
	DeskDisputed        = "The bank disputes a payment. Cancel this registration by itself once the dispute is decided."
	DeskCarefulDisputed = "Careful: the bank disputes a payment. It may take the money back although you refund it now."
	DeskCheckedBefore   = "Careful: the identity document was checked with the old details."
)

func DeskPersonRegistered(code string) string {
	return "This person is already registered, under the code " + code + ". Check that registration first."
}

func DeskMemberRegistered(name, code string) string {
	return "This membership number belongs to " + name + ", who is already registered, under the code " + code +
		". Check that registration first."
}

func DeskOffered(email string) string {
	return "This ticket has been offered to " + email + ". Withdraw that offer first."
}

// TicketForTwo describes, in the email to a colleague, an offered ticket for two people.
func TicketForTwo(category string) string {
	return category + ", for you and, if you like, your spouse"
}

func DeskTransferOver(until string) string {
	return "Tickets can no longer be transferred. Transfers were possible until " + until + "."
}

func DeskDateBeforeSale(day string) string {
	return "Sales of this ticket opened on " + day + ". Enter that day or a later one."
}

func DeskClosesItself(when string) string { return "This task closes automatically when " + when + "." }

func DeskAdded(name, category string) string { return name + " is registered (" + category + ")." }

func DeskConfirmation(email string) string {
	return "The confirmation with the ticket will be sent to " + email + "."
}

// DeskAddedPrice says what a new registration costs; gst is "" for an event without GST.
func DeskAddedPrice(amount, net, gst string) string {
	if gst == "" {
		return "The price is " + amount + "."
	}
	return "The price is " + amount + ": " + net + " before GST, and " + gst + " GST."
}

func DeskAddedByLink(name, amount string) string {
	return name + " is registered and holds a seat. The ticket will be issued once " + amount + " has been paid."
}

func DeskLinkGoesTo(email, until string) string {
	return "The payment link will be sent to " + email + " and can be used until " + until + "."
}

func DeskPaid(amount, email string) string {
	return amount + " is recorded as paid. " + DeskConfirmation(email)
}

func DeskPaidInPart(amount, rest string) string {
	return amount + " is recorded. " + rest + " is left to pay: the registration stays pending and keeps its seat. " +
		"Record the rest when it arrives, or send a payment link for it."
}

func DeskPaidTooMuch(surplus string) string {
	return surplus + " was overpaid and must be refunded manually. A task stays open until the refund is recorded."
}

func DeskSurplus(surplus string) string {
	return surplus + " more than the ticket's price was paid. A task stays open until this amount is refunded."
}

func DeskSurplusUsed(surplus string) string {
	return "The overpayment of " + surplus + ", which was due for a refund, now pays for the ticket."
}

func TaskSurplus(surplus string) string {
	return surplus + " more than the ticket's price was paid, and no refund is due. Refund this amount or, if you may " +
		"keep it, close this task."
}

func DeskAmountReceived(most string) string {
	return "Please enter the amount that was received, from ₹0.01 to " + most + "."
}

func DeskPaidTDS(tds, received, covered string) string {
	return received + " was received, and " + tds + " was deducted as tax (TDS). The invoice or receipt covers " +
		covered + "."
}

// DeskTDSTooMuch says how much tax a payer may deduct from a price.
func DeskTDSTooMuch(most string, percent int) string {
	return fmt.Sprintf("The tax deducted (TDS) can total at most %s: %d%% of the price without GST. Income tax is 10%%, "+
		"or 20%% if the payer does not have our PAN; government bodies also deduct 2%% under GST.", most, percent)
}

func DeskTDSAboveDue(due string) string {
	return "The tax deducted (TDS) must be less than what is left to pay, " + due + "."
}

// DeskReferenceUsed says for whom a payment reference was recorded; name is "" if the person's data was erased.
func DeskReferenceUsed(name, code string) string {
	if name == "" {
		return "This reference has already been recorded for a person whose data has been erased. Check the number."
	}
	return "This reference has already been recorded for " + name + " (" + code + "). Check the number."
}

func DeskPaymentWithdrawn(amount, reference string) string {
	return "The payment " + reference + " of " + amount + " is withdrawn. This is not a refund: no money is returned. " +
		"Its invoice or receipt is cancelled, and its reference can be recorded for another registration."
}

func DeskSurplusWithdrawn(surplus string) string {
	return "The overpayment of " + surplus + " that was received with this payment is also withdrawn."
}

// What happens to a registration when staff withdraw a payment.
const (
	DeskWithdrawnExpired = "The registration is unpaid and loses its seat. The ticket is void."
	DeskWithdrawnPending = "The registration is pending and keeps its seat, because another payment covers part of the " +
		"price. It has no valid ticket until the rest is paid."
	DeskReceivedFirst = "Part of the price has been paid. Choose a refund, or withdraw the payment."
)

func DeskConfirmationAgain(email string) string {
	return "The confirmation with the ticket will be sent again to " + email + "."
}

func DeskCopyGoesTo(email string) string {
	return "A copy of the ticket, without amounts, will be sent to " + email + ". Anyone who has it can enter with it."
}

func DeskTicketBelongsTo(email string) string { return "The new ticket will be sent to " + email + "." }

func DeskAddressDead(email string) string {
	return "No email will be sent to " + email + ": the last one could not be delivered."
}

func DeskChangeIsEmailed(email string) string { return "We will email " + email + " about the change." }

func DeskPlaceTaken(holder string) string {
	return "Careful: " + holder + "'s ticket already has this seat."
}

func DeskMobileUsed(codes string) string {
	return "Careful: this mobile number already belongs to registration " + codes + "."
}

func DeskOfferEnded(email string) string {
	return "The offer to " + email + " has ended. The colleague will be informed."
}

func DeskOfferEndedBoth(email string) string {
	return "The offer to " + email + " has ended. The holder and the colleague will be informed."
}

func DeskOfferGoesTo(email string) string {
	return "A link that can be used once will be sent to " + email + ". The colleague enters their own " +
		"details. This ticket then becomes void, and the colleague receives a new one."
}

func DeskOfferUntil(until string) string {
	return "The offer can be accepted until " + until + ". The ticket remains valid until the offer is accepted."
}

func DeskOfferWithdrawn(email string) string {
	return "The link that was sent to " + email + " can no longer be used. The ticket stays as it is."
}

func DeskRefundAlone(limit, before, with string) string {
	return "One person may refund up to " + limit + " for this registration. " + before +
		" was refunded or withdrawn earlier, so this refund brings the total to " + with + "."
}

func DeskNeedsSecond(amount, limit string) string {
	return amount + " is more than the " + limit + " that one person may refund, so another person has to approve it."
}

func DeskNeedsSecondAfter(amount, before, limit string) string {
	return before + " was refunded or withdrawn earlier. With this " + amount + ", the total is more than the " + limit +
		" that one person may refund, so another person has to approve it."
}

// What happens to the registrations in a cancelled category, each with their number.
const (
	DeskManualAll = "Of these, to be refunded manually: %d, %s in all. A task for each stays open until it is recorded."
	DeskAskedAll  = "Refunds for another person to approve: %d, %s in all, because one person may refund up to %s. " +
		"Until then, these registrations stay valid."
	DeskWaitingAll      = "Already waiting for a second person's approval: %d."
	DeskCancelledBefore = "Already cancelled: %d."
)

// DeskMany are the sentences that differ before and after an action on many registrations, each with their number.
type DeskMany struct{ Cancelled, Refunded, Offers, Refused, Left string }

// DeskManyPlanned is for a preview, and DeskManyDone for the result.
var (
	DeskManyPlanned = DeskMany{
		Cancelled: "Will be cancelled: %d. Their tickets will be void, and their payment links will be closed. People " +
			"without a refund will get an email.",
		Refunded: "Will be refunded: %d, %s in all. People will get an email once their refund is complete.",
		Offers:   "Ticket offers to colleagues that will end: %d. The colleagues will get an email.",
		Refused:  "Requests that will be refused or withdrawn: %d.",
		Left:     "Will not be cancelled: %d, %s paid. %s",
	}
	DeskManyDone = DeskMany{
		Cancelled: "Cancelled: %d. Their tickets are void, and their payment links are closed. People without a refund get " +
			"an email.",
		Refunded: "Refunded: %d, %s in all. People will get an email once their refund is complete.",
		Offers:   "Ticket offers to colleagues that have ended: %d. The colleagues get an email.",
		Refused:  "Requests refused or withdrawn: %d.",
		Left:     "Not cancelled: %d, %s paid. %s",
	}
)

// LeftOut says why registrations in a cancelled category stay as they are. More than five people are on a second line,
// which pages fold.
func (m DeskMany) LeftOut(why, paid string, people []string) string {
	between := " "
	if len(people) > 5 {
		between = "\n"
	}
	return fmt.Sprintf(m.Left, len(people), paid, why) + between + strings.Join(people, ", ") + "."
}

// DeskAndOthers names a booking in the email to those who may approve refunds of several bookings.
func DeskAndOthers(code string, all int) string {
	return fmt.Sprintf("%s and others (%d in all)", code, all)
}

// RefundTDS explains why a refund is larger than the amount received.
func RefundTDS(tax string) string {
	return tax + " of this refund was deducted as tax (TDS) and never received. The payer gets this amount back " +
		"because we keep the tax credit."
}

func DeskManualRefund(amount string) string {
	return amount + " has to be refunded manually. A task stays open until the refund is recorded."
}

func DeskRefundByGateway(amount string) string {
	return amount + " will be refunded through the gateway. The person will get an email once the refund is complete."
}

func DeskRefundOfErased(amount string) string {
	return amount + " will be refunded through the gateway. If somebody else paid, that person will get an email; " +
		"otherwise no email will be sent."
}

// DeskSurplusNeedsSecond refuses to let the person who recorded a payment, or a linked colleague, record the refund of
// its surplus.
func DeskSurplusNeedsSecond(limit string) string {
	return "More than " + limit + " of this payment exceeds the price, so a second person has to record the refund. It " +
		"was recorded by you, or by a colleague with whom you are linked: in the last 30 days one of you added or " +
		"promoted the other, or reset the other's access. Another person has to record the refund."
}

const DeskReferenceOfPayment = "This is the reference of the payment. Enter the reference of your refund."

func DeskRefundReferenceUsed(code string) string {
	return "This reference is already recorded for a refund of registration " + code + ". Continue only if one " +
		"transfer refunded both."
}

func DeskRefundBeforePayment(day string) string {
	return "The payment was received on " + day + ". Enter that day or a later one."
}

func DeskRefundBeforeDecision(day string) string {
	return "The refund was decided on " + day + ". Enter that day or a later one."
}

func DeskRefundRecorded(amount, day string) string {
	return amount + " is recorded as refunded on " + day + ". The person will get an email."
}

// Messages for a colleague who opens a transfer link.
const (
	DeskOfferOver = "This link can no longer be used: the ticket was accepted, or the offer was withdrawn or has " +
		"expired. Ask your colleague or the organisers."
	TransferNotNow      = "This ticket cannot be accepted now. Please ask your colleague or the organisers."
	TransferUsed        = "This ticket can no longer be accepted, because it has already been used for entry."
	DeskColleagueUnpaid = "You have an unpaid registration for the same kind of ticket. You can accept this ticket " +
		"once that registration has expired, or ask the organisers."
	DeskTheColleague = "the colleague"
	DeskWasOffered   = "the ticket was offered"
)

// Messages about identity documents and membership numbers.
const (
	DeskNothingToCheck   = "This registration has neither an identity document nor a membership number to check."
	DeskCheckedAlready   = "This registration has already been checked."
	DeskNoDocument       = "There is no identity document. It was rejected or deleted, or was never sent."
	DeskNothingToApprove = "There is no stored identity document: it was rejected or deleted, or was never sent. If " +
		"you have seen the original at the desk, say so."
	DeskOriginalSeen     = "original seen at the desk"
	DeskOriginalWasSeen  = "The log says that the original was seen at the desk."
	DeskLast4            = "Enter at most four characters; the full number is never stored."
	DeskDocumentKind     = "Enter the kind of document that was shown, for example a passport."
	DeskDocumentApproved = "The registration is marked as checked."
	DeskDocumentRejected = "The document will be deleted at once. The person will get an email with the reason and a " +
		"link to send another one."
	DeskOpenedToCheck     = "check at the desk"
	DeskNoInstitute       = "There is no such institute."
	DeskNumbersNone       = "The file has no numbers."
	DeskNumbersEmpty      = "The file is empty."
	DeskNumbersSemicolons = "Line 1: the columns are separated by semicolons or tabs. Please save the file with commas."
	DeskNumbersWorkbook   = "This is an Excel workbook. Please save it as CSV."
	DeskTheHolder         = "the holder"
	ProfileEdited         = "the holder edited the profile"
	DocumentWasRejected   = "the document was rejected"
	NoDocumentWanted      = "We are not waiting for another document for this registration."
	TaskDocumentLate      = "The identity document was rejected, and no replacement was sent in time. The registration " +
		"is still valid. Ask the person to show a document, or cancel the registration."
)

func DeskDocumentDeletedAfter(hours int) string {
	return "The document will be deleted in " + some(hours, "hour") + "."
}

// DeskSeatKeptUntil says how long a registration keeps its seat after its identity document was rejected.
func DeskSeatKeptUntil(moment string) string { return "The seat is kept until " + moment + "." }

func DeskSeatKeptUntilOver(moment string) string {
	return "The seat was kept until " + moment + ". That time has passed, and a task will remind you."
}

func TaskManyViews(number int) string {
	return fmt.Sprintf("More than %d identity documents were opened within an hour without a decision. "+
		"`transom identity log` shows who opened them; ask why.", number)
}

// DeskNumbersColumn says that the file with membership numbers lacks a column.
func DeskNumbersColumn(column, found string) string {
	return fmt.Sprintf("Line 1: there is no column %q. The columns are: %s.", column, found)
}

func DeskNumbersLine(line, columns int) string {
	return fmt.Sprintf("Line %d has the wrong number of columns: the file has %d, separated by commas.", line, columns)
}

func DeskNumbersQuote(line int) string {
	return fmt.Sprintf("Line %d cannot be read: a quotation mark is not closed or is in the wrong place.", line)
}

func DeskNumbersWrong(line int, number string) string {
	return fmt.Sprintf("Line %d: %q in the column membership_no is not a valid number for this institute.", line, number)
}

// ---- Desk: lists

// TaskText has the texts for one kind of task.
type TaskText struct {
	Title string
	// Action is the label of the link to the form for the task, or "" if the desk has no such form.
	Action string
	// ClosesWhen says when the task closes automatically; it is "" if staff have to close the task.
	ClosesWhen string
}

const gatewayRefunded = "the gateway has refunded the money"

// Tasks has the texts for each kind of task.
var Tasks = map[string]TaskText{
	"amount_mismatch": {Title: "The gateway's response does not match"},
	"link_unknown": {Title: "The gateway does not recognise a payment link",
		Action: "Close the link, and cancel the registration"},
	"duplicate_refund_due": {Title: "A second payment is being refunded", ClosesWhen: gatewayRefunded},
	"no_seat_refund_due":   {Title: "A payment arrived after the last seat was sold", ClosesWhen: gatewayRefunded},
	"organiser_refund_due": {Title: "A registration is being refunded", ClosesWhen: gatewayRefunded},
	"refund_by_hand": {Title: "A manual refund is due", Action: "Record manual refund",
		ClosesWhen: "the refund is recorded"},
	"surplus": {Title: "More was paid than the ticket costs", Action: "Refund payment"},
	"refund_request": {Title: "A request needs a second person's approval", Action: "Approve or refuse",
		ClosesWhen: "another person has approved or refused the request"},
	"dispute":             {Title: "A payment is disputed"},
	"unknown_money":       {Title: "A payment without a registration"},
	"mail_undeliverable":  {Title: "An email was not delivered", Action: "Correct the address"},
	"identity_rejected":   {Title: "No replacement identity document was sent", Action: "Write a note"},
	"many_identity_views": {Title: "Many identity documents were opened"},
	"webhook_signatures":  {Title: "Messages from the gateway have invalid signatures"},
	"clock":               {Title: "The server's clock is wrong"},
	"signin_flood":        {Title: "Unusually many sign-in codes are being requested"},
	"signin_closed":       {Title: "Many wrong sign-in codes for one address"},
	"passkey_copied":      {Title: "A passkey may have been copied"},
	"gate_conflict":       {Title: "A ticket was used more often than allowed"},
	"gate_duplicate_scan": {Title: "A device sent two scans with the same number"},
	"gate_unread":         {Title: "A manual check-in matches no ticket"},
}

// Messages in place of data that a role may not see.
const (
	DeskTaskAboutMoney  = "This is about money. Only an organiser or the treasurer can see the amount and deal with it."
	DeskTaskMoneyCloses = "an organiser or the treasurer has dealt with it"
	DeskHiddenText      = "There is an entry here that your role cannot see."
)

// BookingStates has the name of each booking state, the same as on the desk's pages (site/src/desk/texts.ts).
var BookingStates = map[string]string{
	"waiting": "Pending payment", "paid": "Paid", "part refunded": "Partly refunded", "refunded": "Refunded",
	"cancelled": "Cancelled", "expired": "Expired", "erased": "Erased",
}

// PaidBy has the name of each payment method.
var PaidBy = map[string]string{
	"online": "Online", "bank": "Bank transfer", "cheque": "Cheque", "cash": "Cash", "free": "Complimentary",
}

const (
	DeskNoBadges    = "This event has no badges: there is no badge.yaml."
	DeskBadgeCode   = "Enter the code of one ticket or booking."
	DeskNoSuchBadge = "No ticket or booking has this code. Check it and enter it again."
	DeskBadgeGone   = "One of these tickets is no longer valid. Reload the page."
)

func DeskTooManyBadges(maximum int) string {
	return fmt.Sprintf("Choose at most %d registrations, for example by category.", maximum)
}

// Flags has the name of each filter on the Registrations page.
var Flags = map[string]string{
	"task": "A task is open", "no-mail": "No ticket email sent", "mail-failed": "An email was not delivered",
	"part-paid": "Part of the price has been paid", "refund-due": "A refund is due", "refunded": "Refunded",
	"document": "Document or number to check", "document-rejected": "Waiting for a replacement document",
	"no-badge": "Badge to print", "withdrawn": "Consent withdrawn", "seat": "Holds a seat", "checked-in": "Checked in",
	"not-checked-in": "Not checked in yet", "duplicate": "Possible duplicates",
}

// DeskShared says what a possible duplicate shares with the other registrations of a group.
func DeskShared(group int, what []string) string {
	names := map[string]string{"mobile": "mobile number", "email_key": "email", "membership_key": "membership number",
		"name_key": "date of birth and a similar name"}
	text := fmt.Sprint("Group ", group, ": same ")
	for i, key := range what {
		if i > 0 {
			text += ", "
		}
		text += names[key]
	}
	return text
}

// ColumnAttended is the heading of a column with the number of people checked in to a list on a day.
func ColumnAttended(list, day string) string { return "Checked in: " + list + ", " + day }

// ColumnName is the heading of the first name's column if the form does not ask for a last name.
const ColumnName = "Name"

// Columns has the heading of each column in an export of registrations.
var Columns = map[string]string{
	"booking": "Booking", "code": "Code", "registered": "Registered", "state": "Booking state", "paid": "Paid",
	"paid_by": "Paid by", "payment_ids": "Payment IDs", "received": "Received", "tds": "TDS", "refund": "Refund",
	"refunded": "Refunded", "ticket": "Ticket",
	"ticket_state": "Ticket state", "category": "Category", "seats": "Seats", "net": "Price", "gst": "GST",
	"amount": "Amount", "waived": "Difference waived", "firstname": "First name", "lastname": "Last name",
	"email": "Email", "mobile": "Mobile",
	"dob": "Date of birth", "gender": "Gender", "institute_name": "Institute", "membership_no": "Membership number",
	"company_name": "Company", "designation": "Designation", "gst_no": "GST number",
	"invoice_name": "Legal name", "invoice_address": "Address for the invoice", "city": "City", "region": "State",
	"country": "Country", "spouse_name": "Spouse", "shared": "Possible duplicate",
}

var YesNo = map[string]string{"yes": "Yes", "no": "No"}

// Answered is the name of the filter for people who answered a question that has no choices.
const Answered = "Answered"

const (
	OverviewAll        = "All registrations"
	OverviewSeats      = "Seats"
	OverviewUnfinished = "Unfinished payments"
)

func OverviewDay(n int) string { return "Day " + strconv.Itoa(n) }

func QueryName(name string) string {
	return "A list cannot be filtered by " + strconv.Quote(name) + ". Choose a filter in Registrations."
}

func QueryValue(value string) string {
	return strconv.Quote(value) + " is not a value of this filter. Choose another value."
}

func QuerySort(name string) string { return "A list cannot be sorted by " + strconv.Quote(name) + "." }

func DeskColumn(key string) string {
	return "Your role cannot export the column " + key + ", or there is no such column. Remove it."
}

// ---- Desk: the timeline of a registration

const (
	TimelineTicket        = "The ticket was issued."
	TimelineAnotherTicket = "A new ticket was issued. The old ticket is void."
	TimelineRefund        = "A refund was made."
	TimelineRefundDue     = "A refund is due."
)

var MailStates = map[string]string{
	"pending": "is waiting to be sent", "sent": "was sent", "dead": "could not be delivered",
}

var LinkStates = map[string]string{
	"CREATING": "is being created", "OPEN": "is open", "CLOSED": "was closed unpaid", "PAID": "was paid",
}

// Scanned describes each kind of scan in a registration's history.
var Scanned = map[string]string{
	"in": "checked in", "out": "left", "overruled": "checked in manually", "refused": "refused",
	"undo": "scan undone", "void": "scanned, but the scan does not count",
}

func TimelineRegistered(category string) string { return "Registered online for " + category + "." }

func TimelineByStaff(category string) string { return "Registered by staff for " + category + "." }

func TimelineReceived(amount, by string) string { return amount + " received (" + by + ")." }

func TimelineTDS(tds string) string { return " Another " + tds + " was deducted as tax (TDS)." }

func TimelineSurplus(amount string) string { return " This was " + amount + " more than the price." }

func TimelinePayment(by string) string { return "A payment was received (" + by + ")." }

// TimelineOn is " on" with the day of a payment or refund that staff recorded on a later day.
func TimelineOn(day string) string { return " on " + day }

func TimelineRefunded(amount, on string) string { return amount + " refunded" + on + "." }

func TimelineRefundOf(amount string, manual bool) string {
	if manual {
		return "A manual refund of " + amount + " is due."
	}
	return "A refund of " + amount + " is under way."
}

func TimelineConsent(notice string) string {
	return "The notice about identity documents (" + notice + ") was accepted."
}

func TimelineLink(by, state string) string {
	return "A payment link was created (" + by + "). It " + state + "."
}

func TimelineMail(name, state string) string { return "The email “" + name + "” " + state + "." }

func TimelineEntry(gate string) string { return "Checked in at " + gate + "." }

func TimelineViewed(how string) string { return "The identity document was opened (" + how + ")." }

func TimelineChecked(what, how string) string {
	if how != "" {
		how = " (" + how + ")"
	}
	return "The identity document was " + what + how + "."
}

// ---- Staff

const (
	StaffEmail        = "Enter an email address like name@example.org."
	StaffNoInvitation = "You have no passkey yet. Open the link in your invitation. If it has expired, ask an " +
		"organiser for a new one."
	StaffName           = "Enter the name as it should appear in the activity log."
	StaffUnknown        = "There is no such member of staff."
	StaffSignedOut      = "You are not signed in to the desk, or your session has ended. Please sign in again."
	StaffForbidden      = "Your role does not allow this. Ask an organiser to do it or to change your role."
	StaffConfirm        = "Please confirm with your passkey to continue."
	StaffPasskeyRefused = "The passkey was not accepted. Please start again."
	StaffNoRole         = "There is no such role."
	StaffNoPasskeys     = "Nobody has a passkey in a rehearsal. Sign in with one click."
	StaffPasskeyUnknown = "This passkey is not one of yours."
	StaffOnlyPasskey    = "This is your only passkey. Add another one first."
)

func StaffRole(roles string) string { return "Choose a role: " + roles + "." }

func StaffWorksAlready(name, role string) string {
	return name + " is already a member of staff, as " + role +
		". You can change the role in the list. If the passkey is lost, use Reset sign-in."
}

func StaffEnded(name string) string { return name + " no longer has access to the desk." }

func StaffEndedInvite(name string) string { return StaffEnded(name) + " Invite them instead." }

func StaffLastOrganiser(name string) string {
	return name +
		" is the only current organiser who has signed in. Make somebody else an organiser first, and wait until they " +
		"have signed in."
}

func StaffTooManyPasskeys(n int) string {
	return "You have " + strconv.Itoa(n) + " passkeys. Remove one before you add another."
}

// You is the author's name in an email to the author.
const You = "you"

// StaffInvented is the name of a rehearsal's staff member with this role.
func StaffInvented(role string) string { return "Rehearsal " + role }

func TaskPasskeyCopied(name, id string) string {
	return "The counter of one of " + name + "'s passkeys (staff " + id + ") has gone down, so the passkey may have " +
		"been copied. It can no longer be used to sign in. Speak to its owner, then reset their access on the " +
		"Staff page."
}

// ---- Gate

const (
	GateHeldMenu     = "A menu"
	GateHeldNoTicket = "not a ticket"
	GateHeldForeign  = "ticket for another event"
	GateHeldForged   = "forged: the signature is wrong"
)

func GateReportTooLong(scans int) string {
	return "A report can contain at most " + strconv.Itoa(scans) + " scans."
}

// GateHeldTicket describes one of the tickets to scan in a rehearsal; state is "" for a valid ticket.
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
	GatePhoneName      = "Give the device a name of at most 60 characters, for example North gate 2."
	GateNameTooLong    = "This name is too long."
	GateChooseVenue    = "Choose one of the event's venues."
	GateNotDaysOfVenue = "On at least one of these days, the event is not at this venue."
	GateNoSuchList     = "There is no such list."
	GateInvitationOver = "This address has no open invitation. An invitation works once, within ten minutes. Ask the " +
		"desk to show a new code."
	GateNoKey           = "This is not a device key."
	GateEnrolledAlready = "This phone is already enrolled. Sign it out first, then open the new code."
	GateNotEnrolled     = "This phone is not enrolled. Ask the desk for a code."
	GateSignedOutByDesk = "The desk has signed this phone out. Keep this page open until all scans are sent. Ask the " +
		"desk for a new code."
	GateSignedItselfOut = "This phone has signed itself out. Ask the desk for a new code."
	GateEventOver       = "The event is over, and this phone is signed out."
	GateSayWhichPhone   = "Give the id of the device."
	GateNoSuchPhone     = "There is no such device."
	GateFullCodesOnly   = "This phone may look up full codes only: the first 8 letters and digits below the QR " +
		"code, or the 6 letters of the booking code."
	GateTypeMoreLetters  = "Type at least three letters of the name, or the code under the QR code."
	GateTooManyMatch     = "More than five people match. Type more of the name."
	GateUnreadGone       = "This check-in has already been dealt with."
	GateTypeCode         = "Type the code of the ticket or registration."
	GateNoTicketOfCode   = "No ticket has this code."
	GateManyTicketsOfKey = "Several tickets begin with this code. Type the full code."
	GateSayWhether       = "Say whether the person entered with this ticket anyway."

	gatePhonesApart = "The devices could not see each other's scans. The Check-in page shows which devices admitted " +
		"the ticket, and when. Ask at those doors."
	gateOnePhone = "All scans came from one device. The Check-in page shows which device. Ask at that door."
)

// GateTyped returns the reason for a manual check-in, if there is one, followed by the code that a volunteer typed.
func GateTyped(why, typed string) string {
	if why != "" {
		why += ". "
	}
	return why + "Code typed: " + typed
}

func GateNotCountedYet(state string) string {
	return "The check-in is not counted yet: " + map[string]string{
		"void":     "the ticket is void",
		"replaced": "the ticket was replaced by a newer one",
		"unpaid":   "the ticket was paid in the sandbox, without real money",
	}[state] + "."
}

func GateChooseDay(days string) string {
	return "This is not a day of the event. Choose one of " + days + "."
}

func TaskGateUnread(device string) string {
	return fmt.Sprintf("Device %q made a manual check-in without a code, or with a code that matches no ticket. The "+
		"Check-in page shows when and why. Ask at that door who was admitted, and enter whose ticket it was. Until "+
		"then, this person is not counted.", device)
}

func TaskGateDuplicateScan(device string) string {
	return fmt.Sprintf("Device %q has sent two different scans with the same number. Either the device's storage "+
		"was restored, or somebody else has its key. Sign the device out on the Check-in page and enrol it again.", device)
}

// TaskGateConflict says that a ticket was admitted too often; together is true if all scans came from one device.
func TaskGateConflict(code string, tooMany int, list, day string, together bool) string {
	who, times := gatePhonesApart, fmt.Sprint(tooMany, " times")
	if together {
		who = gateOnePhone
	}
	if tooMany == 1 {
		times = "once"
	}
	return fmt.Sprintf("Ticket %s was used %s more than allowed (%s, %s). %s Nobody has to leave because of "+
		"this.", code, times, list, day, who)
}

// ---- Emails

func TaskMailUndeliverable(template, reason string) string {
	return "An email (" + template + ") could not be delivered: " + reason +
		". Fix the cause and send the email again, or contact the person another way."
}

// ---- The server's own pages

// Pages are the texts of the sandbox, of a rehearsal's pages and of the list of tickets to print. The gate's rehearsal
// presses two of the scanner's buttons (enrol and scan), so these texts are the same as in the site.
var Pages = map[string]string{
	"sandbox.label":   "Test",
	"sandbox.ribbon":  "TEST",
	"sandbox.noMoney": "no real payments",
	"sandbox.title":   "TEST payment · %s",
	"sandbox.page":    "Payment page of the sandbox",
	"sandbox.stayed":  "Paid without returning to the site",
	"sandbox.closeWindow": "The payment of %s was made. Close this window now. The site will find the " +
		"payment automatically.",
	"sandbox.return":      "Return to the site",
	"sandbox.pay":         "Pay %s",
	"sandbox.for":         "For",
	"sandbox.amount":      "Amount",
	"sandbox.reference":   "Reference",
	"sandbox.decline":     "Decline",
	"sandbox.close":       "Close",
	"sandbox.others":      "Other cases",
	"sandbox.payAndStay":  "Pay and do not return",
	"sandbox.payLate":     "Pay late",
	"sandbox.payLateHelp": "Pay late: the link expires first, and the bank answers about 20 seconds later.",
	"sandbox.paid":        "This has already been paid",
	"sandbox.over":        "This link can no longer be used",
	"sandbox.paidHelp":    "%s was paid. You do not need to do anything else here.",
	"sandbox.overHelp":    "It has expired, or the payment was declined.",
	"sandbox.back":        "Back to the site",
	"sandbox.unknown":     "We do not recognise this payment",
	"sandbox.unknownHelp": "The address may be incomplete. Open the payment page from your registration again.",
	"outbox.title":        "Rehearsal · %s",
	"outbox.rehearsal":    "Rehearsal",
	"outbox.nothingReal":  "no real payments, and no email leaves this machine",
	"outbox.heading":      "Rehearsal of %s",
	"outbox.steps":        "A registration from beginning to end",
	"outbox.choose":       "Choose a ticket",
	"outbox.fillIn":       "and fill in the form.",
	"outbox.pictures":     "Any small pictures will do.",
	"outbox.pay":          "Pay on the test page. You can also decline, pay late, or not return to the site.",
	"outbox.confirmation": "The confirmation arrives below a moment later.",
	"outbox.reload":       "Reload this page",
	"outbox.signIn":       "Sign in",
	"outbox.signInHelp":   "with the same address. The code also arrives below.",
	"outbox.open":         "Open the ticket on the dashboard and point a phone's camera at it.",
	"outbox.organisers":   "For organisers:",
	"outbox.desk":         "the desk",
	"outbox.oneClick":     ", one click for each role, and",
	"outbox.gate":         "the gate",
	"outbox.devices":      ", with two devices and sample tickets.",
	"outbox.outbox":       "Outbox",
	"outbox.sent":         "Emails are sent by SMTP, so they are not shown here.",
	"outbox.none":         "No emails yet.",
	"outbox.to":           "To %s",
	"outbox.back":         "Back to the site",
	"gate.title":          "Rehearsal of the gate · %s",
	"gate.ribbon":         "of the gate: the people are invented, and nobody is really checked in",
	"gate.heading":        "Rehearsal of the gate",
	"gate.begin":          "Open two gates and the desk",
	"gate.outbox":         "Emails and registrations",
	"gate.help": "This button enrols two devices and signs in to the desk. You can then show tickets to the " +
		"gates. Try the same ticket at both gates with the network off.",
	"gate.off":          "Network off",
	"gate.camera":       "Real camera",
	"gate.remove":       "Remove ticket",
	"gate.nothingShown": "No ticket is shown.",
	"gate.tickets":      "Tickets to scan",
	"gate.ticketsHelp":  "Show a ticket to a gate with one of its buttons, or point a phone at the code.",
	"gate.gate":         "Gate %v",
	"gate.code":         "Code of %s",
	"gate.show":         "Gate %d: show %s, %s",
	"gate.desk":         "Desk",
	"gate.answered":     "The server answered %d.",
	"gate.shown":        "%s is shown.",
	"gate.why":          "A rehearsal",
	"gate.enrol":        "Yes, enrol this phone",
	"gate.scan":         "Start scanning",
	"gate.noButton":     "Gate %d did not show the button “%s”. Look at its window.",
	"gate.signingIn":    "Signing in to the desk …",
	"gate.enrolling":    "Enrolling two devices …",
	"gate.ready": "Ready. Show a ticket to a gate. With both networks off, the same ticket at both gates " +
		"causes a conflict.",
	"site.ribbon": "Rehearsal: no real payments. Emails are at",
}

// The comparison with the gateway, at the desk and by `transom reconcile`.
const (
	AuditAgrees   = "All payments agree with the gateway."
	AuditNothing  = "There were no payments to compare."
	AuditOtherDay = "The list has only payments made on this day. A payment that was begun or refunded on this day may " +
		"have been made on another one."
	AuditDiffers  = "Some payments do not agree with the gateway."
	AuditCompared = "%s compared, %s, %d in the gateway's list; both sides agree on %s after refunds."
	AuditManual   = "%s by bank transfer, cheque or cash, which are not in the gateway's list: %s not refunded."
	AuditTDS      = "Payers deducted %s from them as tax (TDS); it never reached the bank account."

	AuditListUnread    = "The gateway's list could not be read (%v). Compare again."
	AuditUnread        = "The gateway gave no answer about this payment (%v). Compare again."
	AuditOtherProvider = "This attempt was made with %s. Compare again with the settings of that provider."
	AuditDocuments     = "The documents of this payment do not add up to the amount paid. Run `transom reconcile " +
		"--fix`, which issues missing documents; if that does not help, contact the developers."
	AuditContradiction = "The records of this payment contradict each other. Restore the database from the last backup."
	AuditWithoutTicket = "The booking is paid, has status %s and %d tickets. Restore the database from the last " +
		"backup, or issue the ticket manually."
	AuditMismatch    = "%v. Look the reference up at the gateway and refund there what was paid."
	AuditNotRecorded = "%s was paid and is not recorded here. Start the server, which records it at its next " +
		"check; or run `transom reconcile --fix`."
	AuditNotRecognised = "The gateway does not recognise the payment %s of %s that is recorded here. Ask the " +
		"gateway's support about it before the event."
	AuditRefundedThere = "%s was refunded at the gateway, but only %s is recorded here. The server records it at " +
		"night, or run `transom reconcile --fix`. If it is the full amount, this cancels the ticket."
	AuditRefundedLess   = "A refund of %s was requested, but the gateway refunded only %s. Ask the gateway about it."
	AuditRefundedSeated = "%s was refunded, the full amount, but the booking still has its seat. Cancel the " +
		"registration at the desk: this also cancels the ticket."
	AuditRefundDue = "%s is due to be refunded. Start the server, which refunds it, or refund payment %s at " +
		"the gateway."
)

// ActionExamples has the values that an action requires besides the registration and the reason.
var ActionExamples = map[string]string{
	"note": ` --text "needs a wheelchair"`, "correct": " --changes city=Pune", "resend": " --what ticket",
	"change-ticket": " --ticket-category STUDENT --difference waived", "invoice": ` --name "Lime Studio"`,
	"paid": manualExample, "withdraw-payment": " --payment PAYMENT", "transfer": " --email asha@example.org",
	"seat": " --gate North --row B --seat 12", "refund": " --refund 1500", "document-approve": " --document passport",
	"approve": " --request REQUEST", "cancel-category": " --category STUDENT",
	"record-refund": ` --reference "UTR 123456"`,
	"add":           " --ticket-category STUDENT --firstname Asha --email asha@example.org" + manualExample,
}

const manualExample = ` --kind bank --reference "UTR 123456" --date 2025-03-10`

// ActionFlags explains the flags of `transom action`, by the field of the request.
var ActionFlags = map[string]string{
	"address": "the buyer's address on the invoice", "changes": "FIELD=VALUE, like city=Pune; may be repeated",
	"all":            "answer all requests that were made by cancelling the same category",
	"category":       "the type of the category in tickets.yaml, like STUDENT",
	"answers":        "QUESTION=ANSWER to a custom question; may be repeated",
	"amount_paise":   "the amount received in rupees, like 1500 or 1500.50; the default is all that is left to pay",
	"city":           "the city",
	"company_name":   "the firm that the person works for",
	"copy_to":        "another address that gets a copy of the ticket",
	"country":        "the country, as in the form",
	"date":           "the day of the payment or refund, like 2025-03-31",
	"delete":         "the number of the note to delete",
	"designation":    "the job title",
	"difference":     "how a difference in price is settled: link, bank, cheque, cash, refund or waived",
	"dob":            "the date of birth, like 1990-12-31",
	"document":       "the number of the invoice, or the kind of identity document, like passport",
	"email":          "the email address",
	"firstname":      "the first name",
	"gate":           "the gate, like North",
	"gender":         "the gender, as in the form",
	"gst_no":         "the firm's GST number",
	"gstin":          "the buyer's GSTIN; empty for a buyer who is not registered",
	"institute_name": "the institute, as in the form", "invoice_address": "the address on the invoice, with PIN code",
	"invoice_name":  "the firm's legal name on the invoice",
	"kind":          "how it is paid: bank, cheque, cash, link or, for a new registration, free",
	"last4":         "the last four characters of the document's number",
	"lastname":      "the last name",
	"membership_no": "the membership number",
	"mobile":        "the mobile number",
	"name":          "the buyer's legal name",
	"original":      "the person showed the original document",
	"override":      "accept a person who breaks the age or membership rules",
	"payment": "our reference for the payment, as 'transom show' prints it; for a refund, the default is all payments " +
		"whose manual refund is due",
	"pin": "the PIN code, six digits", "reason": "why the registration is free: a reason in desk.yaml, like speaker",
	"reference":    "the bank's reference, or the cheque or receipt number, like \"UTR 123456\"",
	"refund_paise": "the amount to refund in rupees, like 1500 or 1500.50", "refuse": "refuse the request",
	"request": "the request's id, as 'transom list --tasks' prints it", "row": "the row, like B",
	"seat":   "the seat, like 12",
	"spouse": "the ticket admits the spouse too", "spouseName": "the spouse's name", "state": "the State, as in the form",
	"tds_paise": "the tax that the payer deducted (TDS) in rupees, like 300", "text": "the text of the note",
	"ticketCategory": "the type of the ticket in tickets.yaml, like STUDENT",
	"what":           "what to send again: ticket or link",
}
