// Cancel, with or without money. The policy stands beside it; an amount above the limit waits for a second person.
import { money } from '../format';
import { useMay } from '../me';
import { ActDialog, type Own } from './action-dialog';
import type { ActProps } from './action-props';
import styles from './actions.module.css';
import { AmountField, refundOf } from './amount';
import { Policy } from './policy';

type HowMuch = 'none' | 'all' | 'part';

export function Cancel(props: ActProps) {
  const may = useMay();
  const paid = props.pending?.money?.paid_paise ?? 0;
  const gives = paid > 0 && may('refund');
  return (
    <ActDialog
      {...props}
      name="cancel"
      title={`Cancel ${props.registration.name}`}
      confirm="Cancel the registration"
      dangerous
      empty={{ why: '', how: 'none' as HowMuch, rupees: '' }}
      body={(typed) => bodyOf(typed, paid)}
      needs="Write how much goes back."
      beside={props.pending?.policy ? <Policy html={props.pending.policy} /> : undefined}
    >
      {({ how, rupees }, set, faults) =>
        gives ? (
          <>
            <fieldset className={styles.choice}>
              <legend>What goes back</legend>
              <Choice value="none" now={how} onChoose={() => set({ how: 'none' })}>
                Nothing
              </Choice>
              <Choice value="all" now={how} onChoose={() => set({ how: 'all' })}>
                All of it, {money(paid)}
              </Choice>
              <Choice value="part" now={how} onChoose={() => set({ how: 'part' })}>
                A part
              </Choice>
            </fieldset>
            {how === 'part' && (
              <AmountField
                label="Rupees that go back"
                value={rupees}
                onChange={(rupees) => set({ rupees })}
                error={faults.refund_paise}
              />
            )}
          </>
        ) : (
          <p className={styles.small}>
            {paid > 0
              ? 'Your role cancels without giving money back; ask the treasurer for a refund.'
              : 'No money has come for this registration, or your role does not see it.'}
          </p>
        )
      }
    </ActDialog>
  );
}

interface ChoiceProps {
  value: HowMuch;
  now: HowMuch;
  onChoose: () => void;
  children: React.ReactNode;
}

const Choice = ({ value, now, onChoose, children }: ChoiceProps) => (
  <label>
    <input type="radio" name="how-much" checked={now === value} onChange={onChoose} />
    <span>{children}</span>
  </label>
);

function bodyOf({ how, rupees }: { how: HowMuch; rupees: string }, paid: number): Own<'cancel'> | undefined {
  if (how === 'none') return { refund_paise: 0 };
  if (how === 'all') return { refund_paise: paid };
  return refundOf(rupees);
}
