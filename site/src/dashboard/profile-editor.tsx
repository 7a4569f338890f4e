// Uses the registration form's rules.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf, updateProfile } from '../api';
import { isFor } from '../asked-fields';
import { registration, tickets } from '../content';
import { keepUser } from '../device/session';
import { focusField } from '../form/focus';
import { bookOf } from '../form/rulebook';
import { type Faults, faultOf, isOfFirm, textOf } from '../form/rules';
import { UploadField } from '../form/upload-field';
import { useUploads } from '../form/use-uploads';
import { FieldInput } from '../registration/field-input';
import { useFields } from '../registration/use-fields';
import * as texts from '../texts';
import type { Field } from '../types/content.gen';
import type { UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { clearToasts, toast } from '../ui/toast';
import { Avatar } from './avatar';
import styles from './dashboard.module.css';

/** The form fields that account holders can change themselves. */
const editable = ['mobile', 'country', 'state', 'city', 'gst_no', 'invoice_name', 'invoice_address'] as const;
const photo = registration.fields.find(({ name }) => name === 'profile_url');
const photoRules = registration.uploads?.find(({ kind }) => kind === 'photo');
/** Only the rules that all tickets share, because an address may have several tickets. */
const book = bookOf({ ...tickets.categories[0]!, type: '' });

const savedOf = (user: UserData, { name, own }: Field): string =>
  (own ? user.answers?.[name] : user[name as (typeof editable)[number]]) ?? '';

/** The fields that all tickets ask for, and those that this person has filled in. */
const fieldsOf = (user: UserData): Field[] =>
  registration.fields.filter(
    (field) =>
      (field.own || (editable as readonly string[]).includes(field.name)) &&
      (savedOf(user, field) || tickets.categories.every((category) => isFor(field, category))),
  );

function useProfile(user: UserData, onClose: (photoKept: boolean) => void) {
  const [fields] = useState(() => fieldsOf(user));
  const form = useFields(book, Object.fromEntries(fields.map((field) => [field.name, savedOf(user, field)])));
  const [busy, setBusy] = useState(false);
  const uploads = useUploads();
  const { values } = form;
  const isChanged = (field: Field) => textOf(values, field.name) !== savedOf(user, field);

  const show = (found: Faults) => {
    form.mark(found);
    focusField(['profile_url', ...fields.map(({ name }) => name)], found);
    // A picture that the server no longer has must be chosen again.
    if (found.profile_url) uploads.setHandle('profile_url', undefined);
  };

  /** Only for changed values: an old value that breaks a newer rule must not block other changes. */
  const faults = (): Faults => {
    const moved = textOf(values, 'country') !== user.country;
    const checked = fields.filter((field) => isChanged(field) || (field.name === 'state' && moved));
    const found = checked.map((field) => [field.name, faultOf(field, book, values)]);
    return Object.fromEntries(found.filter(([, fault]) => fault));
  };

  const submit = async (submission: FormEvent) => {
    submission.preventDefault();
    if (uploads.busy || busy) return;
    const found = faults();
    if (Object.keys(found).length > 0) return show(found);
    setBusy(true);
    const changed = fields.filter(isChanged);
    const typed = (some: Field[]) => Object.fromEntries(some.map(({ name }) => [name, textOf(values, name)]));
    const answer = await updateProfile({
      ...typed(changed.filter(({ own }) => !own)),
      answers: typed(changed.filter(({ own }) => own)),
      ...uploads.handles,
    });
    setBusy(false);
    if (answer.ok) {
      keepUser(answer.body.userdata);
      clearToasts();
      toast.success(texts.profileSaved);
      onClose(Boolean(answer.body.photo_kept));
    } else {
      show(answer.problem?.fields ?? {});
      toast.error(answer.problem ? messageOf(answer, '') : texts.connectionLostTryAgain);
    }
  };
  return { fields, form: { ...form, book }, uploads, busy, submit };
}

interface EditorProps {
  user: UserData;
  /** `photoKept` means that the badge keeps the photo that staff have checked. */
  onClose(photoKept: boolean): void;
}

export default function ProfileEditor({ user, onClose }: EditorProps) {
  const { fields, form, uploads, busy, submit } = useProfile(user, onClose);
  const isShown = ({ name }: Field) => !isOfFirm(name) || textOf(form.values, 'gst_no') !== '';
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.focus(), []);
  return (
    <form ref={root} tabIndex={-1} className="fields" onSubmit={submit} noValidate aria-label={texts.editProfile}>
      {photo && photoRules && (
        <div className={`whole ${styles.picture}`}>
          <UploadField
            field={photo}
            kind="photo"
            upload={photoRules}
            uploads={uploads}
            error={form.faults.profile_url}
            masked={false}
            failedMessage={registration.messages.upload_failed}
            current={user.profile_url ? <Avatar user={user} /> : undefined}
          />
        </div>
      )}
      {fields.filter(isShown).map((field) => (
        <FieldInput key={field.name} field={field} form={form} />
      ))}
      <div className={`cluster whole ${styles.buttons}`}>
        <Button type="submit" busy={busy} disabled={uploads.busy}>
          {uploads.busy ? texts.uploading : texts.save}
        </Button>
        <Button look="quiet" onClick={() => onClose(false)}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
