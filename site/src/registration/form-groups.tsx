import { registration } from '../content';
import { fieldID } from '../form/focus';
import { IDNotice } from '../form/id-notice';
import { askedFields, requiredFor, uploadKinds } from '../form/rules';
import { UploadField } from '../form/upload-field';
import type { Field } from '../types/content.gen';
import { Checkbox } from '../ui/field';
import { type FieldForm, FieldInput } from './field-input';
import styles from './registration-form.module.css';
import type { RegistrationForm as Form } from './use-registration';
import { consentField } from './use-typed-form';

export const masking = registration.id_document.mode === 'masked';

/** What the groups need from a form. */
export type TypedForm = FieldForm & Pick<Form, 'uploads' | 'consent' | 'setConsent'>;

/** `settled` names the fields whose values are fixed. */
export function FormGroups({ form, settled = [] }: { form: TypedForm; settled?: string[] }) {
  const asked = askedFields(form.book, form.values);
  const fields = asked.filter(({ name }) => !settled.includes(name));
  // Help for a choice that has already been made would be misleading.
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
