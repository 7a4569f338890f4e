// The dialog of an act: what is asked, why, and what will happen. What is half typed survives a reload.
import { type ReactNode, useEffect, useId, useState } from 'react';
import type {
  ActionName,
  ActionRequests,
  DeskAct,
  DeskActResponse,
  DeskRegistration,
  DeskSeenLate,
} from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { useTyped } from '../drafts';
import { changeInWords, faultInWords } from '../field-names';
import { momentOf } from '../format';
import { Dialog } from '../ui/dialog';
import styles from './actions.module.css';
import { Preview } from './preview';
import { type Act, useAct } from './use-preview';

/** What every act keeps while it is typed, besides its own fields. */
export interface Typed {
  why: string;
  override?: boolean;
}

/** What a request has besides what every one has. */
export type Own<N extends ActionName> = Omit<ActionRequests[N], keyof DeskAct | 'override'>;

interface ActDialogProps<N extends ActionName, T extends Typed> {
  /** The call: /api/desk/NAME. */
  name: N;
  title: string;
  /** The words of the button. */
  confirm: string;
  dangerous?: boolean;
  registration: Pick<DeskRegistration, 'id' | 'version'>;
  empty: T;
  /** What is sent besides id, version, why and override; undefined while it cannot be sent yet. */
  body: (typed: T) => Own<N> | undefined;
  /** What is lacking while it cannot be sent; it stands beside the button. */
  needs?: string;
  /** The act's own fields. */
  children?: (typed: T, set: (change: Partial<T>) => void, faults: Record<string, string>) => ReactNode;
  /** What stands beside the act, for example the policy. */
  beside?: ReactNode;
  onClose: () => void;
  /** The registration is another now. */
  onDone: (answer: DeskActResponse) => void;
  /** Somebody else was faster: what is shown is old. */
  onLate: () => void;
}

export function ActDialog<N extends ActionName, T extends Typed>(props: ActDialogProps<N, T>) {
  const { name, registration, empty, children, beside, onClose, onDone, onLate } = props;
  const [typed, keep, forget] = useTyped<T>(`${name}-${registration.id}`, empty);
  const own = props.body(typed);
  const { id, version } = registration;
  const override = typed.override ? { override: true } : {};
  const act = useAct(name, { ...own, id, version, why: typed.why, ...override }, own !== undefined);
  const set = (change: Partial<T>) => keep({ ...typed, ...change });

  // Somebody else was faster. It is said until it was read: what was typed may no longer be what is wanted.
  const [late, setLate] = useState<DeskSeenLate[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!act.late) return;
    setLate(act.late);
    onLate();
  }, [act.late]);

  const [tried, setTried] = useState(false);
  const confirm = async () => {
    setTried(true);
    const answer = await act.doIt();
    if (!answer) return;
    forget();
    onDone(answer);
  };
  return (
    <Dialog
      title={props.title}
      confirm={props.confirm}
      dangerous={props.dangerous ?? false}
      wide={Boolean(beside)}
      disabled={own === undefined || late !== undefined}
      lacking={late ? 'Read first what has changed.' : props.needs}
      wrong={faultInSight(act)}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={beside ? styles.columns : undefined}>
        <div className={styles.fields}>
          {children?.(typed, set, act.faults)}
          <Why
            value={typed.why}
            onChange={(why) => set({ why } as Partial<T>)}
            error={faultOfWhy(typed.why, tried, act)}
          />
          <Override
            rules={act.preview?.rules}
            on={Boolean(typed.override)}
            set={(on) => set({ override: on } as Partial<T>)}
          />
          {late && <Late changes={late} onRead={() => setLate(undefined)} />}
          <Preview act={act} />
        </div>
        {beside}
      </div>
    </Dialog>
  );
}

/**
 * What has just come is read next: the button that was pressed is none any more, and the dialog may be longer than the
 * screen. Whoever is typing goes on.
 */
const toRead = (box: HTMLElement | null): void => {
  if (!document.activeElement?.matches('input, select, textarea')) box?.focus();
  box?.scrollIntoView?.({ block: 'nearest' });
};

function Late({ changes, onRead }: { changes: DeskSeenLate[]; onRead: () => void }) {
  return (
    <div ref={toRead} tabIndex={-1} className={styles.rules} role="alert">
      <p>
        <strong>
          {changes.every(({ mine }) => mine)
            ? 'You have changed this registration yourself meanwhile, in another window.'
            : 'This registration has changed meanwhile.'}
        </strong>{' '}
        Nothing of what you typed was done or lost. Below stands what it would do now.
      </p>
      <ul>
        {changes.map(({ at, who, what, mine, values = [] }) => (
          <li key={at + what}>
            {[at && momentOf(at), mine ? 'you, in another window' : who].filter(Boolean).join(', ')}
            {who ? ': ' : ''}
            {what}
            {values.map((change) => (
              <div key={change.field}>{changeInWords(change)}</div>
            ))}
          </li>
        ))}
      </ul>
      <Button
        look="outline"
        onClick={({ currentTarget }) => {
          currentTarget.closest('dialog')?.querySelector('textarea')?.focus(); // this button goes
          onRead();
        }}
      >
        I have read it
      </Button>
    </div>
  );
}

/** What is wrong about the reason: nothing before the first try, while somebody is still typing. */
export const faultOfWhy = (why: string, tried: boolean, act: Act): string | undefined =>
  tried && !why.trim() ? 'Please say why; it stands in the log.' : why.trim() ? act.faults.why : undefined;

/** The first field that is wrong, where it is in sight however long the dialog is. */
function faultInSight({ faults }: Act): string | undefined {
  const [first] = Object.entries(faults).filter(([name]) => name !== 'why');
  return first && faultInWords(...first);
}

/** The reason, which stands in the log. */
export function Why({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (why: string) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={styles.why}>
      <label htmlFor={id}>Why</label>
      <textarea
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        maxLength={500}
      />
      <p id={`${id}-note`} className={error ? styles.error : styles.small}>
        {error ??
          'One sentence. It stands in the log with your name, so write no amounts and no numbers of documents or accounts.'}
      </p>
    </div>
  );
}

interface OverrideProps {
  rules: Record<string, string> | undefined;
  on: boolean;
  set: (on: boolean) => void;
}

/** The rules that stand in the way and may be set aside; nothing when there are none. */
export function Override({ rules = {}, on, set }: OverrideProps) {
  if (Object.keys(rules).length === 0) return null;
  return (
    <div className={styles.rules}>
      <ul>
        {Object.values(rules).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Checkbox
        label="Set these rules aside, for the reason above"
        checked={on}
        onChange={({ target }) => set(target.checked)}
      />
    </div>
  );
}
