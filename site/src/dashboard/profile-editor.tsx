// Edits the profile with the rules of the registration form.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { updateProfile } from '../api';
import { event, registration } from '../content';
import { now } from '../device/clock';
import { keepUser } from '../device/session';
import { dayIn } from '../form/age';
import { fieldID, focusField } from '../form/focus';
import { phoneNumber, withoutBlocked } from '../form/keys';
import { homeCountry } from '../form/rulebook';
import { type Faults, ruleFault } from '../form/rules';
import { UploadField } from '../form/upload-field';
import { useUploads } from '../form/use-uploads';
import { countries, states } from '../places';
import * as texts from '../texts';
import type { Field } from '../types/content.gen';
import type { UpdateProfileRequest, UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { toast } from '../ui/toast';
import { Avatar } from './avatar';
import styles from './dashboard.module.css';

/** The fields that people can change themselves. */
const editable = ['mobile', 'country', 'state', 'city', 'gst_no'] as const;
type Name = (typeof editable)[number];
type Values = Record<Name, string>;
type EditableField = Field & { name: Name };

const fields = registration.fields.filter((field): field is EditableField =>
  (editable as readonly string[]).includes(field.name),
);
const photo = registration.fields.find(({ name }) => name === 'profile_url');
const photoRules = registration.uploads?.find(({ kind }) => kind === 'photo');

/** The typed profile, with its checks and saving. */
function useProfile(user: UserData, onClose: () => void) {
  const [values, setValues] = useState(() => Object.fromEntries(editable.map((name) => [name, user[name]])) as Values);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const uploads = useUploads();

  const show = (found: Faults) => {
    setFaults(found);
    focusField(['profile_url', ...editable], found);
    // A picture that the server no longer has must be chosen again.
    if (found.profile_url) uploads.setHandle('profile_url', undefined);
  };

  const submit = async (submission: FormEvent) => {
    submission.preventDefault();
    if (uploads.busy || busy) return;
    const found = faultsOf(values, user);
    if (Object.keys(found).length > 0) return show(found);
    setBusy(true);
    const changed = editable.filter((name) => values[name].trim() !== user[name]);
    const changes: UpdateProfileRequest = Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
    const answer = await updateProfile({ ...changes, ...uploads.handles });
    setBusy(false);
    if (answer.ok) {
      keepUser(answer.body.userdata);
      toast.success(texts.profileSaved);
      onClose();
    } else {
      show(answer.problem?.fields ?? {});
      toast.error(answer.problem?.message || registration.messages.verify_failed);
    }
  };

  const set = (field: EditableField, text: string) => {
    const { max_length: most } = field;
    const next =
      field.kind === 'tel' && most
        ? phoneNumber(text, most, registration.dial_code)
        : withoutBlocked(field.block, field.capitals ? text.toUpperCase() : text);
    setValues((old) => ({ ...old, [field.name]: next, ...(field.name === 'country' ? { state: '' } : {}) }));
    setFaults(({ [field.name]: _, ...others }) => others);
  };
  return { values, faults, uploads, busy, set, submit };
}

/** An old value that would break a newer rule does not block other changes. */
function faultsOf(values: Values, user: UserData): Faults {
  const today = dayIn(event.time_zone, new Date(now()));
  const found: Faults = {};
  for (const field of fields) {
    const text = values[field.name].trim();
    if (text === user[field.name] && (field.name !== 'state' || values.country === user.country)) continue;
    const fault = ruleFault(field, text, today, isChoice(field, values.country));
    if (fault) found[field.name] = fault;
  }
  return found;
}

export default function ProfileEditor({ user, onClose }: { user: UserData; onClose(): void }) {
  const { values, faults, uploads, busy, set, submit } = useProfile(user, onClose);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.editor}
      onSubmit={submit}
      noValidate
      aria-label={texts.editProfile}
    >
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
      {fields.map((field) => (
        <ProfileField
          key={field.name}
          field={field}
          value={values[field.name]}
          error={faults[field.name]}
          isChoice={isChoice(field, values.country)}
          set={(text) => set(field, text)}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} disabled={uploads.busy}>
          {uploads.busy ? texts.uploading : texts.save}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

interface ProfileFieldProps {
  field: EditableField;
  value: string;
  error: string | undefined;
  isChoice: boolean;
  set: (text: string) => void;
}

function ProfileField({ field: { name, label, required, autocomplete }, isChoice, set, ...rest }: ProfileFieldProps) {
  const common = { ...rest, id: fieldID(name), name, label, autoComplete: autocomplete };
  if (!isChoice) return <TextField {...common} optional={!required} onChange={({ target }) => set(target.value)} />;
  const list = name === 'country' ? countries.countries : states.states;
  return (
    <SelectField {...common} onChange={({ target }) => set(target.value)}>
      <option value="">{texts.choose}</option>
      {list.map((place) => (
        <option key={place.name}>{place.name}</option>
      ))}
    </SelectField>
  );
}

const isChoice = (field: Field, country: string): boolean =>
  field.name === 'country' || (field.name === 'state' && country === homeCountry);
