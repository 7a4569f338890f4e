// Corrects the buyer on an invoice. The server checks the values and names the invalid field.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { correctInvoice } from '../api';
import { fieldID, focusField } from '../form/focus';
import { states } from '../places';
import * as texts from '../texts';
import type { Invoice, InvoiceBuyer } from '../types/wire.gen';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { toast } from '../ui/toast';
import styles from './document.module.css';
import * as documentTexts from './texts';

interface BuyerEditorProps {
  invoice: Invoice;
  /** Called with the new invoice, or without one if nothing was changed. */
  onClose(next?: Invoice): void;
}

const names = ['name', 'gstin', 'address', 'state', 'pin'] as const;

export default function BuyerEditor({ invoice: { id, number, recipient }, onClose }: BuyerEditorProps) {
  const [typed, setTyped] = useState<InvoiceBuyer>(() => {
    const { name, gstin = '', address = '', state = '', pin = '' } = recipient;
    return { name, gstin, address, state, pin };
  });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);

  const submit = async (submission: FormEvent) => {
    submission.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await correctInvoice({ id, ...typed });
    setBusy(false);
    if (answer.ok) {
      toast.success(documentTexts.invoiceCorrected(number, answer.body.invoice.number));
      return onClose(answer.body.invoice);
    }
    const found = answer.problem?.fields ?? {};
    setFaults(found);
    focusField(names, found);
    toast.error(answer.problem?.message || texts.serverUnreachableTryAgain);
  };

  const field = (name: (typeof names)[number]) => ({
    id: fieldID(name),
    label: documentTexts.buyerFields[name],
    value: typed[name],
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped((old) => ({ ...old, [name]: target.value })),
  });
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={`fields no-print ${styles.editor}`}
      onSubmit={submit}
      noValidate
      aria-label={documentTexts.correctBuyer}
    >
      <p className="whole">{documentTexts.correctBuyerHelp}</p>
      <TextField {...field('name')} autoComplete="organization" />
      <TextField {...field('gstin')} optional help={documentTexts.gstinHelp} autoCapitalize="characters" />
      <TextField {...field('address')} autoComplete="street-address" />
      <SelectField {...field('state')}>
        {[...new Set(['', recipient.state ?? '', ...states.states.map(({ name }) => name)])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField {...field('pin')} inputMode="numeric" autoComplete="postal-code" />
      <div className="cluster whole">
        <Button type="submit" busy={busy}>
          {documentTexts.issueNewInvoice}
        </Button>
        <Button look="quiet" onClick={() => onClose()}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
