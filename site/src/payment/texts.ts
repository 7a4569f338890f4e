// A separate file, so that only pages with documents and part payments load these texts.

import { dayOf, momentOf } from '../moment';
import type { Invoice, InvoiceOriginal, Refund, TransactionStatus } from '../types/wire.gen';
import { inRupees, rupees } from './amounts';

export const documentKinds: Record<string, string> = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
  receipt: 'Receipt',
  refund_receipt: 'Refund receipt',
};
export const documentOfRehearsal = 'Rehearsal: no money was paid';
export const documentOfSample = 'Sample: the supplier’s details are invented';
export const originalForRecipient = 'Original for recipient';
export const billedTo = 'Billed to';
export const gstin = (number: string) => `GSTIN ${number}`;
export const stateWithCode = (state: string, code: string) => `${state} (State code ${code})`;
export const documentNumber = 'Number';
export const documentAbout = 'For document';
export const dated = ({ number, issued_on }: InvoiceOriginal) => `${number} dated ${dayOf(issued_on)}`;
export const refundMade = 'Refunded on';
export const refundReference = 'Refund reference';
export const originalPayment = 'Payment received on';
export const notRefundedYet = 'Not yet';
export const replaces = 'Replaces';
const named = (list: readonly InvoiceOriginal[]) => list.map(dated).join(', ');
const creditOf = (kind: string) => (kind === 'invoice' ? 'credit note' : 'refund receipt');
export const creditedBy = ({ cancelled, kind, credits = [], replaced_by }: Invoice) =>
  `${cancelled ? 'Cancelled' : 'Credited in part'} by ${creditOf(kind)} ${named(credits)}.${
    replaced_by ? ` Replaced by ${named([replaced_by])}.` : ''
  }`;
export const refundDue = (paise: number, kind: string) =>
  `${exactRupees(paise)} of this amount is being refunded. A ${creditOf(kind)} will follow.`;
export const open = (number: string) => `Open ${number}`;
export const cancelled = 'Cancelled';
export const documentReason = 'Reason';
export const placeOfSupply = 'Place of supply';
export const reverseCharge = 'Tax payable on reverse charge';
export const yesOrNo = (is?: boolean) => (is ? 'Yes' : 'No');
export const lineDescription = 'Description';
export const serviceCode = (code: string, percent: number) => `SAC ${code} · GST ${percent}%`;
export const taxableValue = 'Taxable value';
export const amount = 'Amount';
export const taxHead = (head: string, percent: number) => `${head} ${percent}%`;
export const rounding = 'Rounding';
export const paymentReference = 'Payment reference';
export const forSupplier = (supplier: string) => `For ${supplier}`;
export const noSignature = 'Issued electronically; no signature is needed.';
export const allDocuments = 'All documents';
export const documents = 'Documents';
export const correctBuyer = 'Correct name or GSTIN';
export const correctBuyerHelp = 'A credit note cancels this invoice, and you get a new invoice with these details.';
export const correctUntil = (day: string) => `You can correct the name and the GSTIN until ${day}.`;
export const invoiceLacksAddress = 'For this invoice, tax law requires your full address with PIN code. Please add it.';
export const addAddress = 'Add the address';
export const gstinHelp = 'With a GSTIN, you can leave the State empty.';
export const buyerFields = {
  name: 'Legal name',
  gstin: 'GSTIN',
  address: 'Address',
  state: 'State',
  pin: 'PIN code',
};
export const issueNewInvoice = 'Issue new invoice';
export const invoiceCorrected = (old: string, next: string) =>
  `A credit note cancels ${old}. Your new invoice is ${next}.`;
export const requestNumber = (number: string) => `Request number: ${number}`;
export const partPaid = 'Part of the payment is still due';
export const ticketOncePaid = 'You will get your ticket once the full price has been paid.';
export const received = 'Received';
export const leftToPay = 'Left to pay';
export const payRest = 'Pay the rest';
export const taxDeducted = 'Tax deducted (TDS)';
export const receivedAndDeducted = (received: string, tds: string) => `${received} received, ${tds} tax deducted (TDS)`;
export const andLeft = (received: string, left: string) => `${received}, ${left} left to pay`;
export const justReceived = (received: string) => `${received} received`;
export const payForChange = 'Pay for your ticket change';
export const changeDue = (amount: string) =>
  `The ticket change costs ${amount}. The current ticket remains valid until we receive the payment.`;
export const changeUnpaid =
  'We have not received a payment for the ticket change, and its payment link is closed. The ticket stays as it is. ' +
  'If you paid, we will make the change or refund the payment once we receive it.';
export const changePaid = (amount: string) => `We received ${amount} for the ticket change.`;

/** In paise, with two decimals, as on documents: "₹1,47,500.00". */
export const exactRupees = (paise: number): string => inRupees((paise / 100).toFixed(2));
export const transferredToColleague = (day: string) => `It was transferred to a colleague on ${day}.`;

const refunded = (amount: string, moment: string) => `${amount} was refunded on ${moment}.`;
const refundOnItsWay = (amount: string) => `A refund of ${amount} is on its way.`;
const refundByOrganisers = (amount: string) => `The organisers will refund ${amount} to you.`;
const paidAbovePrice = (amount: string) => `You paid ${amount} more than the price.`;
const alreadyRefunded = (amount: string) => `Of this, ${amount} has already been refunded.`;
const refundTakesDays = 'Refunds go to the account you paid from and usually take five to seven working days.';
const refundedTicketVoid = 'The ticket is no longer valid.';
const refundedTicketValid = 'The ticket remains valid.';
const otherTicketValid = 'If you have paid for another registration, its ticket remains valid.';
export function refundText({ amount, at, ticket, manual, surplus, refunded: part }: Refund): string {
  const due = manual ? refundByOrganisers(rupees(amount)) : refundOnItsWay(rupees(amount));
  return [
    surplus && paidAbovePrice(rupees(surplus)),
    at ? refunded(rupees(amount), momentOf(at)) : due,
    part && alreadyRefunded(rupees(part)),
    !manual && refundTakesDays,
    ticket === 'void' && refundedTicketVoid,
    ticket === 'valid' && refundedTicketValid,
    ticket === 'none' && otherTicketValid,
  ]
    .filter(Boolean)
    .join(' ');
}

/** How much was received, how much tax the payer deducted, and how much is left to pay, if any. */
export function receivedText({ amount = 0, received, tds = 0, due }: TransactionStatus): string {
  const money = rupees(received ?? amount - tds);
  const text = tds ? receivedAndDeducted(money, rupees(tds)) : justReceived(money);
  return received === undefined || due === undefined ? text : andLeft(text, rupees(due));
}
