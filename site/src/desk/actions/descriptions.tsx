// What each action's dialog asks for and sends.
import type { ReactNode } from 'react';
import type { ActionName, ActionRequests, DeskAction, DeskRegistration } from '../../types/wire.gen';
import * as texts from '../texts';
import { paiseOf, receivedOf } from './amount';
import * as fields from './fields';

/** The actions with a dialog: notes, decisions on requests, new registrations and whole categories have other forms. */
export type DialogName = Exclude<ActionName, 'note' | 'approve' | 'add' | 'cancel-category'>;

type Values = Record<string, string>;

interface Description<N extends ActionName> {
  /** The button's label; also the dialog's title if there is no `title`. */
  label: string;
  title?: (context: fields.Context) => string;
  confirm: string;
  /** The Confirm button is red. */
  dangerous?: true;
  /** The action's button is shown apart from the other buttons. */
  ends?: true;
  initial?: (context: fields.Context) => Values;
  /** What is sent in addition to `id`, `version`, `why` and `override`; undefined while something is missing. */
  body: (values: Values, context: fields.Context) => Omit<ActionRequests[N], keyof DeskAction | 'override'> | undefined;
  /** The sentence shown while something is missing. */
  needs?: string | ((values: Values) => string);
  Fields?: (props: fields.FieldsProps) => ReactNode;
  /** The person reads the reason in an email. */
  tellsReason?: true;
  /** The cancellation policy is shown beside the fields. */
  policy?: true;
}

const nothing = () => ({});

/** In the order of their buttons. */
export const descriptions: { [N in DialogName]: Description<N> } = {
  correct: {
    label: texts.correct,
    title: ({ registration }) => texts.correctTitle(registration.name),
    confirm: texts.correct,
    body: (changes) => (Object.keys(changes).length > 0 ? { changes } : undefined),
    needs: texts.nothingChanged,
    Fields: fields.CorrectFields,
  },
  'change-ticket': {
    label: texts.changeTicket,
    title: ({ registration }) => texts.changeTicketTitle(registration.name),
    confirm: texts.changeTicket,
    initial: ({ registration: { category, spouse, spouse_name } }) => ({
      ticketCategory: category,
      spouse: spouse ? 'yes' : '',
      spouseName: spouse_name ?? '',
    }),
    body: (
      {
        ticketCategory = '',
        spouse,
        spouseName = '',
        difference = '',
        reference = '',
        date = '',
        received = '',
        tds = '',
        ...rest
      },
      { registration, pending },
    ) => {
      const isSame = ticketCategory === registration.category && (spouse === 'yes') === registration.spouse;
      const isManual = difference in texts.manualPayments;
      const amounts = receivedOf({ received, tds });
      if ((isSame && !pending?.link?.change) || (isManual && !(reference && date && amounts))) return undefined;
      if (spouse && !spouseName.trim()) return undefined;
      const payment = isManual ? { reference, date, ...amounts } : {};
      const changes = isSame ? {} : fields.changedValues(rest);
      return { ticketCategory, spouse: spouse === 'yes', spouseName, changes, difference, ...payment };
    },
    needs: ({ difference = '', spouse, spouseName }) => {
      if (spouse && !spouseName?.trim()) return texts.spouseNeeds;
      return difference in texts.manualPayments ? texts.paidNeeds : texts.changeTicketNeeds;
    },
    Fields: fields.ChangeTicketFields,
  },
  invoice: {
    label: texts.invoiceCorrect,
    title: () => texts.invoiceCorrectTitle,
    confirm: texts.invoiceCorrect,
    initial: ({ registration }) => ({
      ...registration.buyer,
      document: fields.openInvoices(registration).at(-1)?.number ?? '',
    }),
    body: ({ document = '', name = '', gstin = '', address = '', state = '', pin = '' }) =>
      name ? { document, name, gstin, address, state, pin } : undefined,
    needs: texts.invoiceNeeds,
    Fields: fields.InvoiceFields,
  },
  resend: {
    label: texts.resend,
    title: ({ registration: { email, name } }) => texts.resendTitle(email ?? name),
    confirm: texts.resendConfirm,
    initial: ({ registration: { state } }) => ({ what: state === 'waiting' ? 'link' : 'ticket' }),
    body: ({ what = '', copy_to = '' }) =>
      copy_to && !copy_to.includes('@') ? undefined : { what, ...(copy_to && { copy_to }) },
    needs: texts.copyNeeds,
    Fields: fields.ResendFields,
  },
  'document-approve': {
    label: texts.approveDocument,
    confirm: texts.approveDocument,
    body: ({ original, document = '' }, { registration }) =>
      original || registration.has_document || !fields.collectsDocuments
        ? { original: Boolean(original), document: original ? document : '' }
        : undefined,
    needs: texts.originalNeeded,
    Fields: fields.DocumentFields,
  },
  'document-reject': {
    label: texts.rejectDocument,
    title: ({ registration }) => texts.rejectTitle(registration.name),
    confirm: texts.rejectDocument,
    dangerous: true,
    tellsReason: true,
    body: nothing,
  },
  seat: {
    label: texts.seat,
    title: () => texts.seatTitle,
    confirm: texts.seatConfirm,
    initial: ({ registration }) => placeOf(registration),
    body: ({ gate = '', row = '', seat = '' }, { registration }) => {
      const now = placeOf(registration);
      return gate === now.gate && row === now.row && seat === now.seat ? undefined : { gate, row, seat };
    },
    needs: texts.nothingChanged,
    Fields: fields.SeatFields,
  },
  paid: {
    label: texts.paidAnotherWay,
    confirm: texts.paidAnotherWay,
    initial: () => ({ kind: 'bank' }), // the amount depends on the tax entered later
    body: ({ kind = '', reference, date, ...amounts }) => {
      const received = receivedOf(amounts);
      return reference && date && received ? { payment: { kind, reference, date, ...received } } : undefined;
    },
    needs: texts.paidNeeds,
    Fields: fields.PaidFields,
  },
  'record-refund': {
    label: texts.manualRefund,
    confirm: texts.manualRefund,
    initial: ({ registration }) => ({ payment: fields.dueRefunds(registration)[0]?.reference ?? '' }),
    body: ({ reference, payment = '', date = '' }) => (reference ? { reference, payment, date } : undefined),
    needs: texts.manualRefundNeeds,
    Fields: fields.ManualRefundFields,
  },
  uncancel: {
    label: texts.uncancel,
    title: ({ registration }) => texts.uncancelTitle(registration.name),
    confirm: texts.uncancelConfirm,
    body: nothing,
  },
  transfer: {
    label: texts.transfer,
    title: () => texts.transferTitle,
    confirm: texts.transferConfirm,
    body: ({ email = '' }) => (email.includes('@') ? { email } : undefined),
    needs: texts.transferNeeds,
    Fields: fields.TransferFields,
  },
  // This action's button is shown beside the offer.
  'transfer-withdraw': {
    label: texts.withdrawOffer,
    confirm: texts.withdrawOffer,
    body: nothing,
    Fields: fields.WithdrawFields,
  },
  reissue: { label: texts.reissue, title: () => texts.reissueTitle, confirm: texts.reissueConfirm, body: nothing },
  void: { label: texts.voidTicket, confirm: texts.voidTicket, dangerous: true, ends: true, body: nothing },
  'withdraw-payment': {
    label: texts.withdrawPayment,
    title: () => texts.withdrawPaymentTitle,
    confirm: texts.withdrawPayment,
    dangerous: true,
    ends: true,
    initial: ({ registration: { payments } }) => ({
      payment: payments.find(({ withdrawable }) => withdrawable)?.reference ?? '',
    }),
    body: ({ payment = '' }) => ({ payment }),
    Fields: fields.WithdrawPaymentFields,
  },
  refund: {
    label: texts.refund,
    title: ({ registration: { ticket_status } }) => (ticket_status === 'void' ? texts.refundRest : texts.refundPart),
    confirm: texts.refund,
    dangerous: true,
    ends: true,
    body: ({ rupees }) => refundOf(rupees),
    needs: texts.refundNeeds,
    Fields: fields.RefundFields,
    policy: true,
  },
  cancel: {
    label: texts.cancel,
    title: ({ registration }) => texts.cancelTitle(registration.name),
    confirm: texts.cancelConfirm,
    dangerous: true,
    ends: true,
    initial: () => ({ how: 'none' }),
    body: ({ how, rupees }, { pending }) => {
      if (how === 'part') return refundOf(rupees);
      return { refund_paise: how === 'all' ? (pending?.money?.paid_paise ?? 0) : 0 };
    },
    needs: texts.refundNeeds,
    Fields: fields.CancelFields,
    policy: true,
  },
};

/** Returns an action's description with a general type, so that one dialog can handle all actions. */
export const descriptionOf = (name: DialogName) => descriptions[name] as Description<ActionName>;

function refundOf(rupees = ''): { refund_paise: number } | undefined {
  const paise = paiseOf(rupees);
  return paise ? { refund_paise: paise } : undefined;
}

/** The current ticket's gate, row and seat. The API writes a dash for a part that is not assigned. */
export function placeOf({ tickets: [ticket] }: DeskRegistration) {
  const assigned = (place = '') => (place === '—' ? '' : place);
  return { gate: assigned(ticket?.gate), row: assigned(ticket?.row), seat: assigned(ticket?.seat) };
}
