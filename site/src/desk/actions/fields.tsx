import { type ComponentProps, useMemo } from 'react';
import { badge, registration as form, tickets } from '../../content';
import { bookOf } from '../../form/rulebook';
import { askedFields, type Rulebook } from '../../form/rules';
import { type FieldForm, FieldInput } from '../../registration/field-input';
import type { Field } from '../../types/content.gen';
import type { DeskPayment, DeskPendingResponse, DeskPreview, DeskRegistration } from '../../types/wire.gen';
import { Checkbox, TextField } from '../../ui/field';
import { deskField, fieldName, isAsked, mayDeductTax } from '../field-names';
import { calendarDay, momentOf, money } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { Facts } from '../ui/facts';
import { FormCheckbox, FormSelect, type FormState, FormText } from '../ui/form-dialog';
import { AmountField } from './amount';

export interface Context {
  registration: DeskRegistration;
  pending: DeskPendingResponse | undefined;
}

type Form = FormState<Record<string, string>>;

export interface FieldsProps extends Context, Form {
  preview: DeskPreview | undefined;
}

type TextInput = Omit<ComponentProps<typeof FormText<Record<string, string>>>, 'form'>;

const textFields =
  (...inputs: TextInput[]) =>
  (form: Form) =>
    inputs.map((input) => <FormText key={input.name} form={form} {...input} />);

const Place = textFields(
  { name: 'gate', label: texts.gate },
  { name: 'row', label: texts.row },
  { name: 'seat', label: texts.seatNumber },
);

export const SeatFields = (props: FieldsProps) => (
  <div className="fields-row">
    <Place {...props} />
  </div>
);

export const TransferFields = textFields({
  name: 'email',
  label: texts.colleagueEmail,
  help: texts.colleagueEmailHelp,
  type: 'email',
});

const ReferenceAndDay = textFields(
  { name: 'reference', label: texts.paymentReference, help: texts.paymentReferenceHelp },
  { name: 'date', label: texts.paymentDay, type: 'date' },
);

const AmountFields = (form: Form) => (
  <>
    <AmountField
      form={form}
      name="received"
      fault="amount_paise"
      label={texts.receivedAmount}
      help={texts.receivedAmountHelp}
    />
    {mayDeductTax && (
      <AmountField form={form} name="tds" fault="tds_paise" label={texts.tdsAmount} help={texts.tdsAmountHelp} />
    )}
  </>
);

/** A payment outside the gateway: method, reference, date, the amount received, and the tax that the payer deducted. */
export const PaidFields = (form: Form) => (
  <>
    <div className="fields-row">
      <FormSelect form={form} name="kind" label={texts.paymentKind} options={Object.entries(texts.manualPayments)} />
      <ReferenceAndDay {...form} />
    </div>
    <div className="fields-row">
      <AmountFields {...form} />
    </div>
  </>
);

/** A manual payment and its surplus have the same payment ID; both are withdrawn together. */
const receivedWith = (paymentId: string, { registration }: FieldsProps) =>
  registration.payments
    .filter(({ payment_id, disposition }) => payment_id === paymentId && disposition !== 'withdrawn')
    .reduce((sum, { amount_paise }) => sum + amount_paise, 0);

/** Which recorded payment to withdraw. */
export const WithdrawPaymentFields = (props: FieldsProps) => (
  <FormSelect
    form={props}
    name="payment"
    label={texts.payment}
    options={props.registration.payments
      .filter(({ withdrawable }) => withdrawable)
      .map(({ reference, payment_id }) => [reference, `${payment_id}, ${money(receivedWith(payment_id, props))}`])}
  />
);

/** The tax invoices that have not been credited in full. */
export const openInvoices = ({ invoices }: DeskRegistration) =>
  invoices.filter(({ kind, cancelled }) => kind === 'invoice' && !cancelled);

/** Which invoice to correct, if there are several, and the buyer's details on it. */
export function InvoiceFields(props: FieldsProps) {
  const invoices = openInvoices(props.registration);
  return (
    <>
      {invoices.length > 1 && (
        <FormSelect
          form={props}
          name="document"
          label={texts.document}
          options={invoices.map(({ number, total_paise }) => [number, `${number}, ${money(total_paise)}`])}
        />
      )}
      <BuyerFields {...props} />
    </>
  );
}

const BuyerFields = textFields(
  { name: 'name', label: texts.invoiceName },
  { name: 'gstin', label: texts.invoiceGstin, help: texts.invoiceGstinHelp },
  { name: 'address', label: texts.invoiceAddress },
  { name: 'state', label: texts.state, help: texts.invoiceStateHelp },
  { name: 'pin', label: texts.invoicePin },
);

/** Whether visitors upload identity documents. */
export const collectsDocuments = isAsked('aadharUrl') && form.id_document.mode !== 'off';

/** Required to approve a person without a stored document. */
export const DocumentFields = (form: Form) =>
  collectsDocuments && (
    <>
      <FormCheckbox form={form} name="original" label={texts.originalSeen} />
      {form.typed.original && (
        <FormText form={form} name="document" label={texts.documentShown} help={texts.documentShownHelp} />
      )}
    </>
  );

const RefundReferenceAndDay = textFields(
  { name: 'reference', label: texts.refundReference },
  { name: 'date', label: texts.refundDay, help: texts.refundDayHelp, type: 'date' },
);

/** The manual payments whose refund is due. */
export const dueRefunds = ({ payments }: DeskRegistration) => payments.filter(({ due_paise }) => due_paise);

const dueOf = (payments: DeskPayment[]) => money(payments.reduce((sum, { due_paise = 0 }) => sum + due_paise, 0));

/** Which refund was made, if several are due; otherwise the payment that was refunded. */
export function ManualRefundFields(props: FieldsProps) {
  const all = dueRefunds(props.registration);
  const made = all.filter(({ reference }) => !props.typed.payment || reference === props.typed.payment);
  const nameOf = ({ provider, payment_id, captured }: DeskPayment) =>
    [texts.paymentWays[provider], payment_id, calendarDay(captured)].join(', ');
  return (
    <>
      {all.length > 1 && (
        <FormSelect
          form={props}
          name="payment"
          label={texts.refundMade}
          options={[
            ...all.map((one): [string, string] => [one.reference, `${one.payment_id}, ${dueOf([one])}`]),
            ['', texts.allRefunds(all.length, dueOf(all))],
          ]}
        />
      )}
      <Facts
        of={[
          [texts.toRefund, dueOf(made)],
          [texts.paidBy, made.map(nameOf).join('; ')],
        ]}
      />
      <div className="fields-row">
        <RefundReferenceAndDay {...props} />
      </div>
    </>
  );
}

export const ResendFields = (props: FieldsProps) =>
  props.typed.what === 'link' ? (
    <p>{texts.resendsLink}</p>
  ) : (
    <>
      <p>{texts.resendsTicket}</p>
      <FormText form={props} name="copy_to" label={texts.copyTo} help={texts.copyToHelp} type="email" />
    </>
  );

export function WithdrawFields({ pending }: FieldsProps) {
  const offer = pending?.transfer;
  return offer && <p>{texts.offerMade(offer.by, offer.email, momentOf(offer.offered))}</p>;
}

/** How much to refund: less than the full amount, unless the registration is cancelled. */
export function RefundFields(props: FieldsProps) {
  const left = props.pending?.money?.paid_paise;
  const isValid = ['paid', 'part refunded'].includes(props.registration.state);
  return (
    <AmountField
      form={props}
      name="rupees"
      fault="refund_paise"
      label={left === undefined ? texts.refundAmount : texts.refundAmountOf(money(left), isValid)}
    />
  );
}

export function CancelFields(props: FieldsProps) {
  const { pending, typed, set } = props;
  const may = useMay();
  const paid = pending?.money?.paid_paise ?? 0;
  if (paid === 0) return <p className="muted">{texts.nothingToRefund}</p>;
  if (!may('refund')) return <p className="muted">{texts.mayNotRefund}</p>;
  const choices = { none: texts.refundNothing, all: texts.refundAll(money(paid)), part: texts.refundSome };
  return (
    <>
      <fieldset className="choice">
        <legend>{texts.refund}</legend>
        {Object.entries(choices).map(([how, label]) => (
          <label key={how}>
            <input type="radio" name="how-much" checked={typed.how === how} onChange={() => set({ how })} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {typed.how === 'part' && <RefundFields {...props} />}
    </>
  );
}

/** If the badge shows these fields, staff can enter them even if the category's form does not ask for them. */
const onBadge = ['company_name', 'designation'].filter((name) => badge?.fields.includes(name));

interface DeskFieldsProps extends Omit<FieldForm, 'leave'> {
  fields: Field[];
  hints?: Record<string, string>;
}

/** Fields of the public form with the desk's labels. Their errors come from the API. */
export const DeskFields = ({ fields, hints = {}, ...form }: DeskFieldsProps) =>
  fields.map((field) => (
    <FieldInput
      key={field.name}
      field={{ ...deskField(field), help: hints[field.name] ?? '' }}
      form={{ ...form, leave: () => undefined }}
    />
  ));

/** `typed` contains only the changed fields. */
export function CorrectFields({ registration, typed: changes, set, faults }: FieldsProps) {
  const category = tickets.categories.find(({ type }) => type === registration.category);
  const book = useMemo(() => category && bookOf(category), [category]);
  const before = useMemo(() => valuesOf(registration), [registration]);
  if (!book) return null;
  const values = { ...before, ...changes };
  const change = (name: string, value: string | boolean) =>
    set({ [name]: value === before[name] ? undefined : String(value) });
  const fields = askedFields(book, values).filter(({ kind }) => kind !== 'upload' && kind !== 'checkbox');
  return (
    <div className="fields-row">
      <DeskFields {...{ fields, book, values, faults }} set={change} />
      {onBadge
        .filter((name) => !fields.some((field) => field.name === name))
        .map((name) => (
          <TextField
            key={name}
            label={fieldName(name)}
            help={texts.onBadgeOnly}
            value={String(values[name] ?? '')}
            onChange={({ target }) => change(name, target.value)}
            error={faults[name]}
          />
        ))}
    </div>
  );
}

/** The fields that describe the change itself, as opposed to answers for the new category's form. */
const ofChange = ['ticketCategory', 'spouse', 'spouseName', 'difference', 'reference', 'date', 'tds'];

/** The answers that the new category's form asks for. */
export const changedValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !ofChange.includes(name)));

export function ChangeTicketFields(props: FieldsProps) {
  const { typed, faults } = props;
  const category = tickets.categories.find(({ type }) => type === typed.ticketCategory);
  const book = useMemo(() => category && bookOf(category), [category]);
  // The price depends on the ticket, so staff must choose again how to settle the difference.
  const change = (changed: Partial<typeof typed>) => props.set({ ...changed, difference: '' });
  const forTwo = book && askedFields(book, {}).some(({ name }) => name === 'spouse');
  return (
    <>
      <FormSelect
        form={{ typed, set: change, faults }}
        name="ticketCategory"
        label={texts.category}
        options={tickets.categories.map(({ type, name }) => [type, name])}
      />
      {forTwo && (
        <Checkbox
          label={fieldName('spouse')}
          checked={typed.spouse === 'yes'}
          onChange={({ target }) => change({ spouse: target.checked ? 'yes' : '' })}
        />
      )}
      {typed.spouse === 'yes' && <FormText form={props} name="spouseName" label={fieldName('spouseName')} />}
      {book && <AskedFields {...props} book={book} />}
      <DifferenceFields {...props} />
    </>
  );
}

/** Fields in the new category's form for which the registration has no answer yet. */
function AskedFields({ registration, typed, set, faults, book }: FieldsProps & { book: Rulebook }) {
  if (book.category.type === registration.category) return null;
  const before: Record<string, string | boolean> = { ...valuesOf(registration), institute_name: '' };
  const values = { ...before, ...changedValues(typed), spouse: typed.spouse === 'yes' };
  const fields = askedFields(book, values).filter(
    ({ name, kind }) =>
      kind !== 'upload' &&
      kind !== 'checkbox' &&
      !ofChange.includes(name) &&
      (!before[name] || name === 'membership_no'),
  );
  return <DeskFields {...{ fields, book, values, faults }} set={(name, value) => set({ [name]: String(value) })} />;
}

/** An error that prevents the preview does not hide these fields. */
function DifferenceFields(props: FieldsProps) {
  const { typed, preview } = props;
  const chosen = typed.difference ?? '';
  if (preview ? !preview.difference_paise : !chosen) return null;
  const isDue = preview ? (preview.difference_paise ?? 0) > 0 : chosen !== 'refund';
  return (
    <>
      <FormSelect
        form={props}
        name="difference"
        label={texts.difference}
        options={Object.entries(isDue ? texts.differenceDue : texts.differenceBack)}
      />
      {chosen in texts.manualPayments && (
        <div className="fields-row">
          <ReferenceAndDay {...props} />
          <AmountFields {...props} />
        </div>
      )}
    </>
  );
}

const valuesOf = ({
  person: { answers, ...person },
  spouse,
  spouse_name,
}: DeskRegistration): Record<string, string | boolean> => ({
  ...(person as unknown as Record<string, string>),
  ...answers,
  spouse,
  spouseName: spouse_name ?? '',
});
