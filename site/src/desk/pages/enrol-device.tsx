// Enrols a phone as a check-in device: first a form, then a QR code, which is shown until a phone has used it.
import { useState } from 'react';
import { QRCode } from '../../ticket/qr-code';
import type { DeskGateInviteResponse, DeskGateLiveResponse } from '../../types/wire.gen';
import { Checkbox } from '../../ui/field';
import { type Answer, call } from '../call';
import { timeOf } from '../format';
import * as texts from '../texts';
import { CopyLink } from '../ui/copy-link';
import { Dialog } from '../ui/dialog';
import { FormCheckbox, FormDialog, FormSelect, FormText } from '../ui/form-dialog';

interface Option {
  id: string;
  name: string;
}

interface ChoiceProps {
  title: string;
  options: Option[];
  unchecked: string[];
  set: (unchecked: string[]) => void;
  error: string | undefined;
}

/** Several checkboxes, all ticked at first. */
const Choice = ({ title, options, unchecked, set, error }: ChoiceProps) => (
  <fieldset className="choice">
    <legend>{title}</legend>
    {options.map(({ id, name }, n) => (
      <Checkbox
        key={id}
        label={name}
        checked={!unchecked.includes(id)}
        onChange={({ target }) => set(target.checked ? unchecked.filter((one) => one !== id) : [...unchecked, id])}
        error={n === options.length - 1 ? error : undefined}
      />
    ))}
  </fieldset>
);

interface EnrolProps {
  live: DeskGateLiveResponse;
  onClose: () => void;
}

type Made = DeskGateInviteResponse & { name: string; before: string[] };

export function EnrolDevice({ live, onClose }: EnrolProps) {
  const [made, setMade] = useState<Made>();
  if (made) return <Invitation made={made} live={live} onClose={onClose} />;
  const daysOf = (venue: string): Option[] =>
    live.days.filter((day) => day.venue === venue).map(({ date, display }) => ({ id: date, name: display }));
  const empty = {
    name: '',
    volunteer: '',
    venue: live.venues[0]?.venue ?? '',
    days: [] as string[],
    lists: [] as string[],
    may_search: true,
    why: '',
  };
  const send = async ({ days, lists, name, ...typed }: typeof empty): Promise<Answer<Made>> => {
    const checked = (all: Option[], unchecked: string[]) =>
      all.map(({ id }) => id).filter((id) => !unchecked.includes(id));
    const scope = { days: checked(daysOf(typed.venue), days), lists: checked(live.lists, lists) };
    // The server takes an empty list to mean all days or all lists.
    const fields: Record<string, string> = {
      ...(scope.days.length === 0 && { days: texts.chooseDay }),
      ...(scope.lists.length === 0 && { lists: texts.chooseList }),
    };
    if (Object.keys(fields).length > 0)
      return { ok: false, problem: { status: 'error', code: 422, error: '', message: '', fields } };
    const answer = await call<DeskGateInviteResponse>('gate-invite', { name, ...typed, ...scope });
    const before = live.devices.map(({ id }) => id);
    return answer.ok ? { ok: true, body: { ...answer.body, name: name.trim(), before } } : answer;
  };
  return (
    <FormDialog
      title={texts.enrolDevice}
      confirm={texts.showCode}
      draft="enrol-device"
      empty={empty}
      send={send}
      onDone={setMade}
      onClose={onClose}
      stays
    >
      {(form) => (
        <>
          <FormText form={form} name="name" label={texts.name} help={texts.deviceNameHelp} />
          <FormText form={form} name="volunteer" label={texts.volunteer} />
          <FormSelect
            form={form}
            name="venue"
            label={texts.city}
            options={live.venues.map(({ venue, city }) => [venue, city])}
          />
          <Choice
            title={texts.days}
            options={daysOf(form.typed.venue)}
            unchecked={form.typed.days}
            set={(days) => form.set({ days })}
            error={form.faults.days}
          />
          <Choice
            title={texts.lists}
            options={live.lists}
            unchecked={form.typed.lists}
            set={(lists) => form.set({ lists })}
            error={form.faults.lists}
          />
          <FormCheckbox form={form} name="may_search" label={texts.maySearch} />
        </>
      )}
    </FormDialog>
  );
}

function Invitation({ made, live, onClose }: EnrolProps & { made: Made }) {
  const enrolled = live.devices.find(({ id, name }) => !made.before.includes(id) && name.startsWith(made.name));
  if (enrolled)
    return (
      <Dialog title={texts.deviceEnrolled(enrolled.name)} onClose={onClose}>
        <p role="status">{texts.deviceEnrolledText}</p>
      </Dialog>
    );
  return (
    <Dialog title={texts.enrolNamed(made.name)} onClose={onClose}>
      <p>{texts.scanToEnrol(timeOf(made.expires_at))}</p>
      <QRCode text={made.url} size={260} label={texts.invitationFor(made.name)} />
      <CopyLink link={made.url} />
      <p>
        {texts.rehearsalLinks}{' '}
        <a href={made.url} target="_blank" rel="noreferrer">
          {texts.openInThisBrowser}
        </a>{' '}
        ·{' '}
        <a href={made.url.replace('/gate#', '/gate?window=2#')} target="_blank" rel="noreferrer">
          {texts.openAsSecondDevice}
        </a>
      </p>
    </Dialog>
  );
}
