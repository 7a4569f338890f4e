import { type ComponentProps, useMemo } from 'react';
import { badge, registration as form, tickets } from '../../content';
import { bookOf } from '../../form/rulebook';
import { askedFields, type Rulebook } from '../../form/rules';
import { FieldInput } from '../../registration/field-input';
import type { DeskPayment, DeskPendingResponse, DeskPreview, DeskRegistration } from '../../types/wire.gen';
import { Checkbox, TextField } from '../../ui/field';
import { deskField, fieldName, isAsked, mayDeductTax } from '../field-names';
import { calendarDay, momentOf, money } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { Facts } from '../ui/facts';
import { FormCheckbox, FormSelect, type FormState, FormText } from '../ui/form-dialog';
import { AmountField, type InputProps } from './amount';

export interface Context {
  registration: DeskRegistration;
  pending: DeskPendingResponse | undefined;
}

export interface FieldsProps extends Context, InputProps {
  preview: DeskPreview | undefined;
}

const formOf = ({ values, set, faults }: InputProps): FormState<Record<string, string>> => ({
  typed: values,
  faults,
  set: (change) => set({ ...values, ...(change as Record<string, string>) }),
});

type TextInput = Omit<ComponentProps<typeof FormText<Record<string, string>>>, 'form'>;

const textFields =
  (...inputs: TextInput[]) =>
  (props: InputProps) =>
    inputs.map((input) => <FormText key={input.name} form={formOf(props)} {...input} />);

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

/** The method, reference and date of a payment outside the gateway. */
export const PaymentFields = (props: InputProps) => (
  <div className="fields-row">
    <FormSelect
      form={formOf(props)}
      name="kind"
      label={texts.paymentKind}
      options={Object.entries(texts.manualPayments)}
    />
    <ReferenceAndDay {...props} />
  </div>
);

/** The amount that was received, and the tax that the payer deducted. */
export const ReceivedFields = ({ values, set, faults }: InputProps) => (
  <div className="fields-row">
    <AmountField
      {...{ values, set, faults }}
      name="received"
      fault="amount_paise"
      label={texts.receivedAmount}
      help={texts.receivedAmountHelp}
    />
    <DeductedField {...{ values, set, faults }} />
  </div>
);

const DeductedField = ({ values, set, faults }: InputProps) =>
  mayDeductTax && (
    <AmountField
      {...{ values, set, faults }}
      name="tds"
      fault="tds_paise"
      label={texts.tdsAmount}
      help={texts.tdsAmountHelp}
    />
  );

export const PaidFields = (props: FieldsProps) => (
  <>
    <PaymentFields {...props} />
    <ReceivedFields {...props} />
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
    form={formOf(props)}
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
          form={formOf(props)}
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
export const DocumentFields = (props: FieldsProps) =>
  collectsDocuments && (
    <>
      <FormCheckbox form={formOf(props)} name="original" label={texts.originalSeen} />
      {props.values.original && (
        <FormText form={formOf(props)} name="document" label={texts.documentShown} help={texts.documentShownHelp} />
      )}
    </>
  );

const RefundReference = textFields({ name: 'reference', label: texts.refundReference });

/** The manual payments whose refund is due. */
export const dueRefunds = ({ payments }: DeskRegistration) => payments.filter(({ due_paise }) => due_paise);

const dueOf = (payments: DeskPayment[]) => money(payments.reduce((sum, { due_paise = 0 }) => sum + due_paise, 0));

/** Which refund was made, if several are due; otherwise the payment that was refunded. */
export function ManualRefundFields(props: FieldsProps) {
  const all = dueRefunds(props.registration);
  const made = all.filter(({ reference }) => !props.values.payment || reference === props.values.payment);
  const nameOf = ({ provider, payment_id, captured }: DeskPayment) =>
    [texts.paymentWays[provider], payment_id, calendarDay(captured)].join(', ');
  return (
    <>
      {all.length > 1 && (
        <FormSelect
          form={formOf(props)}
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
          [texts.recordedAsRefunded, texts.today],
        ]}
      />
      <RefundReference {...props} />
    </>
  );
}

export const ResendFields = ({ values }: FieldsProps) => (
  <p>{values.what === 'link' ? texts.resendsLink : texts.resendsTicket}</p>
);

export function WithdrawFields({ pending }: FieldsProps) {
  const offer = pending?.transfer;
  return offer && <p>{texts.offerMade(offer.by, offer.email, momentOf(offer.offered))}</p>;
}

/** How much to refund: less than the full amount, unless the registration is cancelled. */
export function RefundFields({ registration, pending, values, set, faults }: FieldsProps) {
  const left = pending?.money?.paid_paise;
  const isValid = ['paid', 'part refunded'].includes(registration.state);
  return (
    <AmountField
      {...{ values, set, faults }}
      name="rupees"
      fault="refund_paise"
      label={left === undefined ? texts.refundAmount : texts.refundAmountOf(money(left), isValid)}
    />
  );
}

export function CancelFields(props: FieldsProps) {
  const { pending, values, set } = props;
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
            <input type="radio" name="how-much" checked={values.how === how} onChange={() => set({ ...values, how })} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {values.how === 'part' && <RefundFields {...props} />}
    </>
  );
}

/** If the badge shows these fields, staff can enter them even if the category's form does not ask for them. */
const onBadge = ['company_name', 'designation'].filter((name) => badge?.fields.includes(name));

/** `values` contains only the changed fields. */
export function CorrectFields({ registration, values: changes, set, faults }: FieldsProps) {
  const category = tickets.categories.find(({ type }) => type === registration.category);
  const book = useMemo(() => category && bookOf(category), [category]);
  const before = useMemo(() => valuesOf(registration), [registration]);
  if (!book) return null;
  const values = { ...before, ...changes };
  const change = (name: string, value: string | boolean) => {
    const { [name]: _, ...rest } = changes;
    set(value === before[name] ? rest : { ...changes, [name]: String(value) });
  };
  const asked = askedFields(book, values).filter(({ kind }) => kind !== 'upload' && kind !== 'checkbox');
  return (
    <div className="fields-row">
      {asked.map((field) => (
        <FieldInput
          key={field.name}
          field={deskField(field)}
          form={{ book, values, faults, set: change, leave: () => undefined }}
        />
      ))}
      {onBadge
        .filter((name) => !asked.some((field) => field.name === name))
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
  const { values, faults } = props;
  const category = tickets.categories.find(({ type }) => type === values.ticketCategory);
  const book = useMemo(() => category && bookOf(category), [category]);
  // The price depends on the ticket, so staff must choose again how to settle the difference.
  const change = (changed: Partial<typeof values>) => formOf(props).set({ ...changed, difference: '' });
  const forTwo = book && askedFields(book, {}).some(({ name }) => name === 'spouse');
  return (
    <>
      <FormSelect
        form={{ typed: values, set: change, faults }}
        name="ticketCategory"
        label={texts.category}
        options={tickets.categories.map(({ type, name }) => [type, name])}
      />
      {forTwo && (
        <Checkbox
          label={fieldName('spouse')}
          checked={values.spouse === 'yes'}
          onChange={({ target }) => change({ spouse: target.checked ? 'yes' : '' })}
        />
      )}
      {values.spouse === 'yes' && <FormText form={formOf(props)} name="spouseName" label={fieldName('spouseName')} />}
      {book && <AskedFields {...props} book={book} />}
      <DifferenceFields {...props} />
    </>
  );
}

/** Fields in the new category's form for which the registration has no answer yet. */
function AskedFields({ registration, values, set, faults, book }: FieldsProps & { book: Rulebook }) {
  if (book.category.type === registration.category) return null;
  const before: Record<string, string | boolean> = { ...valuesOf(registration), institute_name: '' };
  const all = { ...before, ...changedValues(values), spouse: values.spouse === 'yes' };
  const asked = askedFields(book, all).filter(
    ({ name, kind }) =>
      kind !== 'upload' &&
      kind !== 'checkbox' &&
      !ofChange.includes(name) &&
      (!before[name] || name === 'membership_no'),
  );
  return asked.map((field) => (
    <FieldInput
      key={field.name}
      field={deskField(field)}
      form={{
        book,
        values: all,
        faults,
        set: (name, value) => set({ ...values, [name]: String(value) }),
        leave: () => undefined,
      }}
    />
  ));
}

/** An error that prevents the preview does not hide these fields. */
function DifferenceFields(props: FieldsProps) {
  const { values, preview } = props;
  const chosen = values.difference ?? '';
  if (preview ? !preview.difference_paise : !chosen) return null;
  const isDue = preview ? (preview.difference_paise ?? 0) > 0 : chosen !== 'refund';
  return (
    <>
      <FormSelect
        form={formOf(props)}
        name="difference"
        label={texts.difference}
        options={Object.entries(isDue ? texts.differenceDue : texts.differenceBack)}
      />
      {chosen in texts.manualPayments && (
        <div className="fields-row">
          <ReferenceAndDay {...props} />
          <DeductedField {...props} />
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
