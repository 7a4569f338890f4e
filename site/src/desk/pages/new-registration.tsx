// D-04: somebody is registered by the desk: paid another way, free, or with a payment link that goes out by mail. Same
// fields and same rules as the public form, without the pictures.
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { desk, registration, tickets } from '../../content';
import { bookOf, homeCountry } from '../../form/rulebook';
import { askedFields, instituteOf, type Rulebook, textOf, type Values, withSpouse } from '../../form/rules';
import { type FieldForm, FieldInput } from '../../registration/field-input';
import type { Field } from '../../types/content.gen';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { faultOfWhy, Override, Why } from '../actions/action-dialog';
import acts from '../actions/actions.module.css';
import { ByHandFields, handKinds } from '../actions/paid';
import { Preview } from '../actions/preview';
import { type ActBody, useAct } from '../actions/use-preview';
import { useTyped } from '../drafts';
import { deskField, groupTitle } from '../field-names';
import { focusFault } from '../focus';
import { money } from '../format';
import { useMay } from '../me';
import { Part, Sheet } from '../ui/page';
import styles from './new-registration.module.css';

interface Typed {
  category: string;
  values: Values;
  /** hand, free or link. */
  way: 'hand' | 'free' | 'link';
  kind: string;
  reference: string;
  date: string;
  reason: string;
  why: string;
  override: boolean;
}

const empty: Typed = {
  category: '',
  values: { country: homeCountry },
  way: 'link',
  kind: 'bank',
  reference: '',
  date: '',
  reason: '',
  why: '',
  override: false,
};

const ways = [
  { way: 'link', permission: 'add.link', name: 'Send a payment link' },
  { way: 'hand', permission: 'add.paid', name: 'Paid by bank transfer, cheque or cash' },
  { way: 'free', permission: 'add.free', name: 'Complimentary' },
] as const;

/** What is typed, what the server says of it, and the try itself. */
function useAdd() {
  const navigate = useNavigate();
  const [typed, keep, forget] = useTyped('add', empty);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Typed>) => keep({ ...typed, ...change });
  const category = tickets.categories.find(({ type }) => type === typed.category);
  const book = useMemo(() => category && bookOf(category), [category]);
  const fields = book ? askedFields(book, typed.values).filter(({ kind }) => kind !== 'upload') : [];
  const act = useAct('add', bodyOf(typed, book, fields), Boolean(book) && textOf(typed.values, 'email').includes('@'));

  // After a try that failed: to the first wrong field, once its fault stands there.
  const form = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) focusFault(form.current);
  }, [failures]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    setBusy(true);
    const answer = await act.doIt();
    setBusy(false);
    if (!answer) return setFailures(failures + 1);
    forget();
    toast.success(answer.preview.says.join(' ') || 'Registered.');
    navigate(`/registration/${answer.booking_id}`);
  };
  // Before the first try an empty field is no fault: somebody is still typing.
  const faults = Object.fromEntries(
    Object.entries(act.faults).filter(([name]) => tried || textOf(typed.values, name) !== ''),
  );
  return { typed, set, category, book, fields, act, faults, tried, busy, form, submit, forget };
}

type Adding = ReturnType<typeof useAdd>;

export default function Add() {
  const adding = useAdd();
  const { typed, set, book, act, tried, form, submit } = adding;
  return (
    <Sheet number="D-04" title="Add somebody" label="Add">
      <form ref={form} className={styles.columns} onSubmit={submit} noValidate>
        <div className={styles.form}>
          <Payment typed={typed} set={set} faults={tried ? act.faults : {}} />
          <Part title="Ticket">
            <SelectField
              label="Category"
              value={typed.category}
              onChange={({ target }) => set({ category: target.value })}
              error={tried ? act.faults.ticketCategory : undefined}
            >
              <option value="">Choose…</option>
              {tickets.categories.map(({ type, name }) => (
                <option key={type} value={type}>
                  {name}
                </option>
              ))}
            </SelectField>
          </Part>
          {book && <Person {...adding} book={book} />}
        </div>
        <Beside {...adding} />
      </form>
    </Sheet>
  );
}

/** How it is paid. */
function Payment({ typed, set, faults }: Pick<Adding, 'typed' | 'set' | 'faults'>) {
  const may = useMay();
  return (
    <Part title="How it is paid">
      <fieldset className={acts.choice}>
        <legend className="unseen">How it is paid</legend>
        {ways
          .filter(({ permission }) => may(permission))
          .map(({ way, name }) => (
            <label key={way}>
              <input type="radio" name="way" checked={typed.way === way} onChange={() => set({ way })} />
              <span>{name}</span>
            </label>
          ))}
      </fieldset>
      {typed.way === 'hand' && <ByHandFields value={typed} set={set} faults={faults} />}
      {typed.way === 'free' && (
        <SelectField
          label="Why it is free"
          help="Counted apart in every sum."
          value={typed.reason}
          onChange={({ target }) => set({ reason: target.value })}
          error={faults.reason}
        >
          <option value="">Choose…</option>
          {desk.complimentary.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </Part>
  );
}

/** The fields of the public form, group by group. */
function Person({
  book,
  fields,
  typed,
  set,
  faults,
}: Pick<Adding, 'fields' | 'typed' | 'set' | 'faults'> & { book: Rulebook }) {
  const form: FieldForm = {
    book,
    values: typed.values,
    faults,
    set: (name, value) =>
      set({ values: { ...typed.values, [name]: value, ...(name === 'country' ? { state: '' } : {}) } }),
    leave: () => undefined,
  };
  return registration.groups.map((group) => {
    const own = fields.filter((field) => field.group === group.id);
    if (own.length === 0) return null;
    return (
      <Part key={group.id} title={groupTitle(group)}>
        <div className={acts.two}>
          {own.map((field) => (
            <FieldInput key={field.name} field={deskField(field)} form={form} />
          ))}
        </div>
      </Part>
    );
  });
}

/** What it costs, why it is done, what it would do, and the buttons. */
function Beside({ typed, set, category, book, act, faults, tried, busy, forget }: Adding) {
  const spouse = book && withSpouse(book, typed.values);
  const price = category && (spouse ? category.prices.with_spouse : category.prices.alone);
  const wrong = tried ? Object.keys(act.faults).length : 0;
  return (
    <div className={styles.beside}>
      {price && (
        <p className={styles.price}>
          <span>{typed.way === 'free' ? 'Complimentary' : 'Total with GST'}</span>
          <strong>{money(typed.way === 'free' ? 0 : price.total_paise)}</strong>
        </p>
      )}
      <Why value={typed.why} onChange={(why) => set({ why })} error={faultOfWhy(typed.why, tried, act)} />
      <Override rules={act.preview?.rules} on={typed.override} set={(override) => set({ override })} />
      <Preview act={tried ? act : { ...act, faults }} />
      {wrong > 0 && (
        <p className={acts.error} role="alert">
          {wrong === 1 ? 'One field is not right yet.' : `${wrong} fields are not right yet.`}
        </p>
      )}
      <Button type="submit" busy={busy} disabled={!book} wide>
        {buttonOf(typed)}
      </Button>
      <Button look="quiet" onClick={forget}>
        Begin anew
      </Button>
    </div>
  );
}

function bodyOf(all: Typed, book: Rulebook | undefined, fields: Field[]): ActBody {
  const text = (name: string) => textOf(all.values, name);
  const person = Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'checkbox').map(({ name }) => [name, text(name)]),
  );
  return {
    ...person,
    institute_name: (book && instituteOf(book, all.values)?.name) ?? '',
    spouse: Boolean(book && withSpouse(book, all.values)),
    spouseName: text('spouseName'),
    ticketCategory: all.category,
    why: all.why,
    ...(all.override ? { override: true } : {}),
    payment: paymentOf(all),
  };
}

function paymentOf({ way, kind, reference, date, reason }: Typed): object {
  if (way === 'link') return { kind: 'link' };
  return way === 'free' ? { kind: 'free', reason } : { kind, reference, date };
}

function buttonOf({ way, kind }: Typed): string {
  if (way === 'link') return 'Register and send the link';
  if (way === 'free') return 'Register without payment';
  return `Register as paid (${handKinds[kind as keyof typeof handKinds].toLowerCase()})`;
}
