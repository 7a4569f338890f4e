// The fields and rules are those of the public form, without the uploads.
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { desk, registration, tickets } from '../../content';
import { pricesAt } from '../../device/clock';
import { bookOf, homeCountry } from '../../form/rulebook';
import { askedFields, instituteOf, type Rulebook, textOf, type Values, withSpouse } from '../../form/rules';
import { answersOf } from '../../registration/payload';
import type { Field } from '../../types/content.gen';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Options } from '../../ui/options';
import { toast } from '../../ui/toast';
import { Override, reasonFault, Why } from '../actions/action-dialog';
import { receivedOf } from '../actions/amount';
import { DeskFields, PaidFields } from '../actions/fields';
import { Preview } from '../actions/preview';
import { type ActionBody, usePreview } from '../actions/use-preview';
import { useTyped } from '../drafts';
import { groupTitle } from '../field-names';
import { focusFault } from '../focus';
import { money } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { FormSelect } from '../ui/form-dialog';
import { DeskPage, Section } from '../ui/page';
import styles from './new-registration.module.css';

const empty = {
  category: '',
  values: { country: homeCountry } as Values,
  way: 'link' as keyof typeof texts.registrationWays,
  kind: 'bank',
  reference: '',
  date: '',
  received: '',
  tds: '',
  reason: '',
  why: '',
  override: false,
};

type Typed = typeof empty;

/** The value of the button that registers a person and opens the form for another one. */
const another = 'another';

const ways = [
  { way: 'link', permission: 'add.link' },
  { way: 'manual', permission: 'add.paid' },
  { way: 'free', permission: 'add.free' },
] as const;

function useNewRegistration() {
  const navigate = useNavigate();
  const [typed, keep, forget] = useTyped('add', empty);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Typed>) => keep({ ...typed, ...change });
  const category = tickets.categories.find(({ type }) => type === typed.category);
  const book = useMemo(() => category && bookOf(category), [category]);
  const fields = book ? askedFields(book, typed.values).filter(({ kind }) => kind !== 'upload') : [];
  const isReady = Boolean(book) && textOf(typed.values, 'email').includes('@');
  const action = usePreview('add', bodyOf(typed, book, fields), isReady);

  // After a failed attempt, the focus moves to the first invalid field once its message is shown.
  const form = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) focusFault(form.current);
  }, [failures]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isLast = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') !== another;
    setTried(true);
    if (busy) return;
    setBusy(true);
    const answer = await action.run();
    setBusy(false);
    if (!answer) return setFailures(failures + 1);
    // The form has shown all sentences; the next person's fields need the space on a phone.
    toast.success(answer.preview.says[0] ?? texts.registered);
    if (!isLast) {
      // The next person may be of the same kind, for example a speaker, so only what is about this one is emptied.
      const { category, way, kind, reason, why } = typed;
      keep({ ...empty, category, way, kind, reason, why });
      setTried(false);
      return form.current?.querySelector<HTMLInputElement>('input:not([type=radio])')?.focus();
    }
    forget();
    navigate(`/registration/${answer.booking_id}`);
  };
  // Before the first attempt, an empty field is not an error.
  const faults = Object.fromEntries(
    Object.entries(action.faults).filter(([name]) => tried || textOf(typed.values, name) !== ''),
  );
  return { typed, set, category, book, fields, action, faults, tried, busy, form, submit, forget };
}

type State = ReturnType<typeof useNewRegistration>;

export default function NewRegistration() {
  const state = useNewRegistration();
  const { typed, set, book, action, tried, form, submit } = state;
  return (
    <DeskPage number="D-04" title={texts.newRegistration}>
      <form ref={form} className={styles.columns} onSubmit={submit} noValidate>
        <div className={styles.form}>
          <Payment typed={typed} set={set} faults={tried ? action.faults : {}} />
          <Section title={texts.ticket}>
            <SelectField
              label={texts.category}
              value={typed.category}
              onChange={({ target }) => set({ category: target.value })}
              error={tried ? action.faults.ticketCategory : undefined}
            >
              <option value="">{texts.choose}</option>
              <Options of={tickets.categories.map(({ type, name }) => [type, name])} />
            </SelectField>
          </Section>
          {book && <Person {...state} book={book} />}
        </div>
        <Summary {...state} />
      </form>
    </DeskPage>
  );
}

function Payment({ typed, set, faults }: Pick<State, 'typed' | 'set' | 'faults'>) {
  const may = useMay();
  const { kind, reference, date, received, tds } = typed;
  return (
    <Section title={texts.howPaid}>
      <fieldset className="choice">
        <legend className="unseen">{texts.howPaid}</legend>
        {ways
          .filter(({ way, permission }) => may(permission) && (way !== 'free' || desk.complimentary.length > 0))
          .map(({ way }) => (
            <label key={way}>
              <input type="radio" name="way" checked={typed.way === way} onChange={() => set({ way })} />
              <span>{texts.registrationWays[way]}</span>
            </label>
          ))}
      </fieldset>
      {typed.way === 'manual' && (
        <PaidFields typed={{ kind, reference, date, received, tds }} set={set} faults={faults} />
      )}
      {typed.way === 'free' && (
        <FormSelect
          form={{ typed, set, faults }}
          name="reason"
          label={texts.freeReason}
          help={texts.freeReasonHelp}
          options={[['', texts.choose], ...desk.complimentary.map(({ id, name }): [string, string] => [id, name])]}
        />
      )}
    </Section>
  );
}

type PersonProps = Pick<State, 'fields' | 'typed' | 'set' | 'faults' | 'action'> & { book: Rulebook };

function Person({ book, fields, typed: { values }, set, faults, action: { hints } }: PersonProps) {
  const change = (name: string, value: string | boolean) =>
    set({ values: { ...values, [name]: value, ...(name === 'country' ? { state: '' } : {}) } });
  return registration.groups.map((group) => {
    const own = fields.filter((field) => field.group === group.id);
    if (own.length === 0) return null;
    return (
      <Section key={group.id} title={groupTitle(group)}>
        <div className="fields-row">
          <DeskFields fields={own} {...{ book, values, faults, hints }} set={change} />
        </div>
      </Section>
    );
  });
}

function Summary({ typed, set, category, book, action, faults, tried, busy, forget }: State) {
  const spouse = book && withSpouse(book, typed.values);
  const price = category && pricesAt(category)[spouse ? 'with_spouse' : 'alone'];
  const wrong = tried ? Object.keys(action.faults).length : 0;
  return (
    <div className={styles.beside}>
      {price && (
        <p className={styles.price}>
          <span>
            {typed.way === 'free' ? texts.complimentary : tickets.gst_percent > 0 ? texts.totalWithGst : texts.total}
          </span>
          <strong>{money(typed.way === 'free' ? 0 : price.total_paise)}</strong>
        </p>
      )}
      <Why value={typed.why} onChange={(why) => set({ why })} error={reasonFault(typed.why, tried, action)} />
      <Override rules={action.preview?.rules} on={typed.override} set={(override) => set({ override })} />
      <Preview action={tried ? action : { ...action, faults }} />
      {wrong > 0 && (
        <p className="error" role="alert">
          {texts.wrongFields(wrong)}
        </p>
      )}
      <Button type="submit" busy={busy} disabled={!book} wide>
        {texts.registerButton(typed.way, typed.kind)}
      </Button>
      <Button type="submit" look="outline" value={another} disabled={!book || busy} wide>
        {texts.registerAndAddAnother}
      </Button>
      <Button look="quiet" onClick={forget}>
        {texts.clearForm}
      </Button>
    </div>
  );
}

function bodyOf(all: Typed, book: Rulebook | undefined, fields: Field[]): ActionBody {
  const text = (name: string) => textOf(all.values, name);
  const person = Object.fromEntries(
    fields.filter(({ kind, own }) => kind !== 'checkbox' && !own).map(({ name }) => [name, text(name)]),
  );
  return {
    ...person,
    ...(book ? answersOf(book, all.values) : {}),
    institute_name: (book && instituteOf(book, all.values)?.name) ?? '',
    spouse: Boolean(book && withSpouse(book, all.values)),
    spouseName: text('spouseName'),
    ticketCategory: all.category,
    why: all.why,
    ...(all.override ? { override: true } : {}),
    payment: paymentOf(all),
  };
}

function paymentOf({ way, kind, reference, date, reason, ...amounts }: Typed): object {
  if (way === 'link') return { kind: 'link' };
  if (way === 'free') return { kind: 'free', reason };
  // An invalid amount is sent as -1, which the API refuses.
  const { received, tds } = amounts;
  return { kind, reference, date, ...(receivedOf({ received, tds }) ?? { amount_paise: -1 }) };
}
