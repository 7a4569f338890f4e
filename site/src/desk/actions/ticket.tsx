// The acts on a ticket: send again, gate and seat, void, new.

import type { DeskRegistration } from '../../types/wire.gen';
import { TextField } from '../../ui/field';
import { ActDialog } from './action-dialog';
import type { ActProps } from './action-props';
import styles from './actions.module.css';

export const Resend = (props: ActProps) => (
  <ActDialog
    {...props}
    name="resend"
    title={`Send again to ${props.registration.email ?? props.registration.name}`}
    confirm="Send"
    empty={{ why: '', what: props.registration.state === 'waiting' ? 'link' : 'ticket' }}
    body={({ what }) => ({ what })}
  >
    {({ what }) => <p>{what === 'link' ? 'The payment link.' : 'The confirmation with the ticket.'}</p>}
  </ActDialog>
);

export function Seat(props: ActProps) {
  const now = placeOf(props.registration);
  return (
    <ActDialog
      {...props}
      name="seat"
      title="Gate, row and seat"
      confirm="Assign"
      empty={{ why: '', ...now }}
      body={({ gate, row, seat }) =>
        gate === now.gate && row === now.row && seat === now.seat ? undefined : { gate, row, seat }
      }
      needs="Nothing is changed yet."
    >
      {({ gate, row, seat }, set, faults) => (
        <div className={styles.two}>
          <TextField label="Gate" value={gate} onChange={(e) => set({ gate: e.target.value })} error={faults.gate} />
          <TextField label="Row" value={row} onChange={(e) => set({ row: e.target.value })} error={faults.row} />
          <TextField label="Seat" value={seat} onChange={(e) => set({ seat: e.target.value })} error={faults.seat} />
        </div>
      )}
    </ActDialog>
  );
}

/** Where the ticket of now is for. */
export function placeOf({ tickets: [ticket] }: DeskRegistration) {
  return { gate: assigned(ticket?.gate), row: assigned(ticket?.row), seat: assigned(ticket?.seat) };
}

/** A place that nobody has assigned is shown as a dash. */
const assigned = (place: string | undefined) => (place && place !== '—' ? place : '');

export const Void = (props: ActProps) => (
  <ActDialog
    {...props}
    name="void"
    title="Void the ticket"
    confirm="Void the ticket"
    dangerous
    empty={{ why: '' }}
    body={() => ({})}
  />
);

export const Reissue = (props: ActProps) => (
  <ActDialog
    {...props}
    name="reissue"
    title="Issue a new ticket"
    confirm="Issue"
    empty={{ why: '' }}
    body={() => ({})}
  />
);
