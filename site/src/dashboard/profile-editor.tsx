// Changing the profile, with the rules of the registration form.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { updateProfile } from '../api';
import { countries, event, registration, states } from '../content';
import { now } from '../device/clock';
import { keepUser } from '../device/session';
import { dayIn } from '../form/age';
import { fieldID, focusField } from '../form/focus';
import { phoneNumber, withoutBlocked } from '../form/keys';
import { type Faults, ruleFault } from '../form/rules';
import { UploadField } from '../form/upload-field';
import { useUploads } from '../form/use-uploads';
import type { Field } from '../types/content.gen';
import type { UpdateProfileRequest, UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { toast } from '../ui/toast';
import { Avatar } from './avatar';
import styles from './dashboard.module.css';

/** What a person may change without the desk. */
const editable = ['mobile', 'country', 'state', 'city', 'gst_no'] as const;
type Name = (typeof editable)[number];

const fields = registration.fields.filter((field): field is Field & { name: Name } =>
  (editable as readonly string[]).includes(field.name),
);
const photo = registration.fields.find(({ name }) => name === 'profile_url');
const photoRules = registration.uploads.find(({ kind }) => kind === 'photo');
const homeCountry = countries.countries.find((country) => country.code === registration.home_country)?.name ?? '';

export default function ProfileEditor({ user, onClose }: { user: UserData; onClose(): void }) {
  const [values, setValues] = useState(
    () => Object.fromEntries(editable.map((name) => [name, user[name]])) as Record<Name, string>,
  );
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const uploads = useUploads();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);

  const show = (found: Faults) => {
    setFaults(found);
    focusField(['profile_url', ...editable], found);
    // A picture that the server has no longer can only be chosen again.
    if (found.profile_url) uploads.setHandle('profile_url', undefined);
  };

  const submit = async (submission: FormEvent) => {
    submission.preventDefault();
    if (uploads.busy || busy) return;
    const today = dayIn(event.time_zone, new Date(now()));
    const found: Faults = {};
    for (const field of fields) {
      // What was accepted before a rule became stricter keeps nobody from changing something else.
      const sameState = field.name === 'state' && values.country === user.country;
      if (values[field.name].trim() === user[field.name] && (field.name !== 'state' || sameState)) continue;
      const fault = ruleFault(field, values[field.name].trim(), today, isChoice(field, values.country));
      if (fault) found[field.name] = fault;
    }
    if (Object.keys(found).length > 0) return show(found);
    setBusy(true);
    const changed = editable.filter((name) => values[name].trim() !== user[name]);
    const changes: UpdateProfileRequest = Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
    const answer = await updateProfile({ ...changes, ...uploads.handles });
    setBusy(false);
    if (answer.ok) {
      keepUser(answer.body.userdata);
      toast.success('Profile saved');
      onClose();
    } else {
      show(answer.problem?.fields ?? {});
      toast.error(answer.problem?.message || registration.messages.verify_failed);
    }
  };

  const set = (field: Field & { name: Name }, text: string) => {
    const { max_length: most } = field;
    const next =
      field.kind === 'tel' && most
        ? phoneNumber(text, most, registration.dial_code)
        : withoutBlocked(field.block, field.capitals ? text.toUpperCase() : text);
    setValues((old) => ({ ...old, [field.name]: next, ...(field.name === 'country' ? { state: '' } : {}) }));
    setFaults(({ [field.name]: _, ...others }) => others);
  };

  return (
    <form ref={form} tabIndex={-1} className={styles.editor} onSubmit={submit} noValidate aria-label="Edit profile">
      {photo && photoRules && (
        <div className={styles.picture}>
          <UploadField
            field={photo}
            kind="photo"
            upload={photoRules}
            uploads={uploads}
            error={faults.profile_url}
            masked={false}
            failedMessage={registration.messages.upload_failed}
            current={user.profile_url ? <Avatar user={user} /> : undefined}
          />
        </div>
      )}
      {fields.map((field) => {
        const common = {
          id: fieldID(field.name),
          name: field.name,
          label: field.label,
          error: faults[field.name],
          value: values[field.name],
        };
        if (!isChoice(field, values.country)) {
          return (
            <TextField
              key={field.name}
              {...common}
              optional={!field.required}
              autoComplete={field.autocomplete}
              onChange={(e) => set(field, e.target.value)}
            />
          );
        }
        const list = field.name === 'country' ? countries.countries : states.states;
        return (
          <SelectField
            key={field.name}
            {...common}
            autoComplete={field.autocomplete}
            onChange={(e) => set(field, e.target.value)}
          >
            <option value="">Choose…</option>
            {list.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        );
      })}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} disabled={uploads.busy}>
          {uploads.busy ? 'Please wait file uploading...' : 'Save'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const isChoice = (field: Field, country: string): boolean =>
  field.name === 'country' || (field.name === 'state' && country === homeCountry);
