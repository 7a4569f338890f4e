// Money that comes or goes another way than through the gateway.
import { SelectField, TextField } from '../../ui/field';
import { ways } from '../field-names';
import { calendarDay, money } from '../format';
import { Facts } from '../ui/facts';
import { ActDialog } from './action-dialog';
import type { ActProps } from './action-props';
import styles from './actions.module.css';

export const handKinds = { bank: 'Bank transfer', cheque: 'Cheque', cash: 'Cash' } as const;

interface ByHand {
  kind: string;
  reference: string;
  date: string;
}

/** The kind, the reference and the day of money that came another way. */
export function ByHandFields({
  value,
  set,
  faults,
}: {
  value: ByHand;
  set: (change: Partial<ByHand>) => void;
  faults: Record<string, string>;
}) {
  return (
    <div className={styles.two}>
      <SelectField
        label="How"
        value={value.kind}
        onChange={({ target }) => set({ kind: target.value })}
        error={faults.kind}
      >
        {Object.entries(handKinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reference"
        help="UTR of the transfer, number of the cheque or of the receipt. Each is used once."
        value={value.reference}
        onChange={({ target }) => set({ reference: target.value })}
        error={faults.reference}
      />
      <TextField
        label="Day"
        type="date"
        value={value.date}
        onChange={({ target }) => set({ date: target.value })}
        error={faults.date}
      />
    </div>
  );
}

export const PaidAnotherWay = (props: ActProps) => (
  <ActDialog
    {...props}
    name="paid"
    title="Paid another way"
    confirm="Write it down"
    empty={{ why: '', kind: 'bank', reference: '', date: '' }}
    body={({ kind, reference, date }) => (reference && date ? { payment: { kind, reference, date } } : undefined)}
    needs="Write the reference and the day."
  >
    {(typed, set, faults) => <ByHandFields value={typed} set={set} faults={faults} />}
  </ActDialog>
);

export function GivenBack(props: ActProps) {
  const { paid_by, paid_reference, paid_on } = props.registration;
  const due = props.pending?.money?.underway_paise;
  const came = [ways[paid_by ?? ''], paid_reference, paid_on && calendarDay(paid_on)];
  return (
    <ActDialog
      {...props}
      name="given-back"
      title="Record a refund made by hand"
      confirm="Record the refund"
      empty={{ why: '', reference: '' }}
      body={({ reference }) => (reference ? { reference } : undefined)}
      needs="Enter the reference."
    >
      {({ reference }, set, faults) => (
        <>
          <Facts
            of={[
              ['To refund', due ? money(due) : ''],
              ['Paid by', came.filter(Boolean).join(', ')],
              ['Recorded as refunded', 'today'],
            ]}
          />
          <TextField
            label="Reference of the transfer or receipt"
            value={reference}
            onChange={({ target }) => set({ reference: target.value })}
            error={faults.reference}
          />
        </>
      )}
    </ActDialog>
  );
}
