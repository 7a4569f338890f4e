// Money goes back and nothing is cancelled; and a cancellation that is taken back.
import { money } from '../format';
import { ActDialog } from './action-dialog';
import type { ActProps } from './action-props';
import { AmountField, refundOf } from './amount';
import { Policy } from './policy';

export function Refund(props: ActProps) {
  const left = props.pending?.money?.paid_paise;
  const gone = props.registration.ticket_status === 'void';
  return (
    <ActDialog
      {...props}
      name="refund"
      title={gone ? 'Give back what is left' : 'Give a part back, the ticket stays'}
      confirm="Give it back"
      dangerous
      empty={{ why: '', rupees: '' }}
      body={({ rupees }) => refundOf(rupees)}
      needs="Write how much goes back."
      beside={props.pending?.policy ? <Policy html={props.pending.policy} /> : undefined}
    >
      {({ rupees }, set, faults) => (
        <AmountField
          label={`Rupees that go back${left === undefined ? '' : `, of ${money(left)}`}`}
          value={rupees}
          onChange={(rupees) => set({ rupees })}
          error={faults.refund_paise}
        />
      )}
    </ActDialog>
  );
}

export const Uncancel = (props: ActProps) => (
  <ActDialog
    {...props}
    name="uncancel"
    title={`Take the cancellation of ${props.registration.name} back`}
    confirm="Take it back"
    empty={{ why: '' }}
    body={() => ({})}
  />
);
