// The dialog that enrols a telephone for the gate.
import { useState } from 'react';
import { QRCode } from '../../ticket/qr-code';
import type { DeskGateInviteResponse, DeskGateLiveResponse } from '../../types/wire.gen';
import { Checkbox, SelectField, TextField } from '../../ui/field';
import { timeOf } from '../format';
import { Dialog } from '../ui/dialog';
import { Reason } from '../ui/reason';
import { useAction } from '../use-form-call';
import styles from './check-in.module.css';

interface Option {
  id: string;
  name: string;
}

interface ChoiceProps {
  title: string;
  options: Option[];
  /** What is not chosen. */
  left: string[];
  set: (left: string[]) => void;
  error: string | undefined;
}

/** Some of several: all of them to begin with. */
function Choice({ title, options, left, set, error }: ChoiceProps) {
  const turn = (id: string) => set(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      {options.map(({ id, name }, n) => (
        <Checkbox
          key={id}
          label={name}
          checked={!left.includes(id)}
          onChange={() => turn(id)}
          error={n === options.length - 1 ? error : undefined}
        />
      ))}
    </fieldset>
  );
}

const idsOf = (live: DeskGateLiveResponse) => live.devices.map(({ id }) => id);

/** Shows an invitation once, as a code for the camera of the telephone, until a telephone of this name has used it. */
export function Invite({ live, onClose }: { live: DeskGateLiveResponse; onClose: () => void }) {
  const [name, setName] = useState('');
  const [volunteer, setVolunteer] = useState('');
  const [venue, setVenue] = useState(live.venues[0]?.venue ?? '');
  const [left, setLeft] = useState<string[]>([]);
  const [search, setSearch] = useState(true);
  const [why, setWhy] = useState('');
  const fields = ['name', 'volunteer', 'venue', 'days', 'lists', 'why'];
  const { send, faults, setFaults, wrong } = useAction<DeskGateInviteResponse>('gate-invite', fields);
  const [made, setMade] = useState<DeskGateInviteResponse & { before: string[] }>();

  const days = live.days.filter((day) => day.venue === venue).map(({ date, display }) => ({ id: date, name: display }));
  const chosen = (all: Option[]) => all.map(({ id }) => id).filter((id) => !left.includes(id));

  const make = async () => {
    const scope = { days: chosen(days), lists: chosen(live.lists) };
    // To the server none means all of them.
    const none = {
      ...(scope.days.length === 0 && { days: 'Choose at least one day.' }),
      ...(scope.lists.length === 0 && { lists: 'Choose at least one list.' }),
    };
    if (Object.keys(none).length > 0) return setFaults(none);
    const invitation = await send({ name, volunteer, venue, ...scope, may_search: search, why });
    if (invitation) setMade({ ...invitation, before: idsOf(live) });
  };
  const enrolled =
    made && live.devices.find((one) => !made.before.includes(one.id) && one.name.startsWith(name.trim()));
  if (enrolled)
    return (
      <Dialog title={`${enrolled.name} is enrolled`} onClose={onClose}>
        <p role="status">The code is used up. The telephone is in the list, and can scan now.</p>
      </Dialog>
    );
  if (made)
    return (
      <Dialog title={`Enrol ${name}`} onClose={onClose}>
        <p>
          Point the camera of the telephone at this code, and press the button that it shows. It works once, until{' '}
          {timeOf(made.expires_at)}.
        </p>
        <QRCode text={made.url} size={260} label={`Invitation of ${name}`} />
        <p>
          <a href={made.url} target="_blank" rel="noreferrer">
            Open it in this browser
          </a>{' '}
          or{' '}
          <a href={made.url.replace('/gate#', '/gate?window=2#')} target="_blank" rel="noreferrer">
            as a second telephone
          </a>{' '}
          beside another one, for a rehearsal
        </p>
      </Dialog>
    );
  return (
    <Dialog title="Enrol a telephone" confirm="Show the code" onConfirm={make} onClose={onClose} alert={wrong}>
      <TextField
        label="Name"
        help="Where it stands, for example North gate 2"
        value={name}
        error={faults.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Volunteer"
        value={volunteer}
        error={faults.volunteer}
        onChange={(event) => setVolunteer(event.target.value)}
      />
      <SelectField label="City" value={venue} error={faults.venue} onChange={(event) => setVenue(event.target.value)}>
        {live.venues.map((one) => (
          <option key={one.venue} value={one.venue}>
            {one.city}
          </option>
        ))}
      </SelectField>
      <Choice title="Days" options={days} left={left} set={setLeft} error={faults.days} />
      <Choice title="Lists" options={live.lists} left={left} set={setLeft} error={faults.lists} />
      <Checkbox
        label="May look people up by name"
        checked={search}
        onChange={(event) => setSearch(event.target.checked)}
      />
      <Reason value={why} error={faults.why} set={setWhy} />
    </Dialog>
  );
}
