// The registration form: numbered groups from the content, the pictures, and the button to the payment page.

import { lazy, Suspense } from 'react';
import { registration, sheetOf } from '../content';
import { useOnline } from '../device/use-online';
import { fieldID } from '../form/focus';
import { IDNotice } from '../form/id-notice';
import { askedFields, requiredFor, textOf, uploadKinds, withSpouse } from '../form/rules';
import { UploadField } from '../form/upload-field';
import { prepareMasking } from '../form/use-picture';
import * as texts from '../texts';
import type { Category, Field } from '../types/content.gen';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { Loading } from '../ui/loading';
import { type FieldForm, FieldInput } from './field-input';
import { amountOf } from './payload';
import styles from './registration-form.module.css';
import { Summary } from './summary';
import { type RegistrationForm as Form, useRegistration } from './use-registration';
import { consentField } from './use-typed-form';

/** On the first input, loads the modules that the form may need later, so that a lost connection does not stop it. */
function prepare(): void {
  import('../ui/toaster').catch(() => undefined);
  if (masking) prepareMasking().catch(() => undefined);
}

/** Few visitors need it. */
const Unpaid = lazy(() => import('./unpaid'));

const masking = registration.id_document.mode === 'masked';

export function RegistrationForm({ category }: { category: Category }) {
  const form = useRegistration(category);
  const spouse = withSpouse(form.book, form.values);

  return (
    <div className={styles.layout}>
      <form
        id="registrationForm"
        className={styles.form}
        onSubmit={form.submit}
        onFocus={prepare}
        noValidate
        aria-label={sheetOf('/bookings')?.title ?? category.name}
      >
        {form.restored && form.phase === 'filling' && <Restored erase={form.erase} />}
        <FormGroups form={form} />
        <Submission form={form} />
      </form>
      <Summary
        category={category}
        spouse={spouse}
        amount={amountOf(form.book, form.values)}
        changedTotal={form.refusal?.amount}
      />
    </div>
  );
}

/** What the groups of fields need from a form. */
export type TypedForm = FieldForm & Pick<Form, 'uploads' | 'consent' | 'setConsent'>;

/** The numbered groups of the content with their fields, except fields with fixed values. */
export function FormGroups({ form, settled = [] }: { form: TypedForm; settled?: string[] }) {
  const asked = askedFields(form.book, form.values);
  const fields = asked.filter(({ name }) => !settled.includes(name));
  // Help for a choice that is already made would mislead.
  const chosen = new Set(asked.filter(({ name }) => settled.includes(name)).map(({ group }) => group));
  const groups = registration.groups
    .map((group) => ({
      ...group,
      help: chosen.has(group.id) ? undefined : group.help,
      fields: fields.filter((field) => field.group === group.id),
    }))
    .filter((group) => group.fields.length > 0);
  return groups.map((group, index) => (
    <section key={group.id} className={styles.group} aria-labelledby={`group-${group.id}`}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden="true">
          {index + 1}
        </span>
        <h2 id={`group-${group.id}`}>{group.title}</h2>
        {group.help && <p className={styles.help}>{group.help}</p>}
      </header>
      <div className={styles.fields}>
        {group.fields.some((field) => uploadKinds[field.name] === 'aadhar') && <IDNotice />}
        {group.fields.map((field) => (
          <AnyField key={field.name} field={field} form={form} />
        ))}
        {group.fields.some((field) => uploadKinds[field.name] === 'aadhar') && <Consent form={form} />}
      </div>
    </section>
  ));
}

function AnyField({ field, form }: { field: Field; form: TypedForm }) {
  const kind = uploadKinds[field.name];
  const upload = registration.uploads?.find((candidate) => candidate.kind === kind);
  if (field.kind !== 'upload' || !kind || !upload) return <FieldInput field={field} form={form} />;
  return (
    <UploadField
      key={form.uploads.round}
      field={field}
      kind={kind}
      upload={upload}
      uploads={form.uploads}
      error={form.faults[field.name]}
      optional={!requiredFor(field, form.book.category)}
      masked={kind === 'aadhar' && masking}
      failedMessage={registration.messages.upload_failed}
    />
  );
}

function Consent({ form }: { form: TypedForm }) {
  return (
    <Checkbox
      id={fieldID(consentField)}
      name={consentField}
      className="whole"
      label={registration.id_document.consent_label}
      checked={form.consent}
      error={form.faults[consentField]}
      onChange={(event) => form.setConsent(event.target.checked)}
    />
  );
}

function Restored({ erase }: { erase(): void }) {
  return (
    <div className={styles.note} role="status">
      <p>{texts.draftRestored}</p>
      <Button look="quiet" onClick={erase}>
        {texts.eraseDraft}
      </Button>
    </div>
  );
}

function Submission({ form }: { form: Form }) {
  const online = useOnline();
  const { refusal, phase } = form;
  return (
    <div className={styles.submission}>
      {!online && !refusal && (
        <p className={styles.note} role="status">
          {texts.offlineForm}
        </p>
      )}
      {refusal?.notice && (
        <div className={styles.refusal} role="alert">
          <p>{refusal.notice}</p>
          {refusal.unpaid && (
            <Suspense fallback={<Loading />}>
              <Unpaid bookingID={refusal.unpaid.bookingID} email={textOf(form.values, 'email')} onProved={form.again} />
            </Suspense>
          )}
          {refusal.signIn && <a href="/login">{texts.signInToSeeTicket}</a>}
        </div>
      )}
      <Button type="submit" wide busy={phase !== 'filling'} disabled={form.uploads.busy}>
        {buttonText(form)}
      </Button>
      <Button
        look="quiet"
        className={styles.erase}
        disabled={phase !== 'filling'}
        onClick={() => confirm(texts.eraseQuestion) && form.erase()}
      >
        {texts.eraseEverything}
      </Button>
    </div>
  );
}

function buttonText({ phase, uploads }: Form): string {
  if (uploads.busy) return texts.uploading;
  if (phase === 'redirecting') return texts.redirectingToPayment;
  return phase === 'submitting' ? texts.submitting : texts.submit;
}
