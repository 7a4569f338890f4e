import { useEffect, useId, useState } from 'react';
import type { DeskActionResponse, DeskPendingResponse, DeskRegistration, DeskSeenLate } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { useTyped } from '../drafts';
import { changeText, faultText } from '../field-names';
import { momentOf } from '../format';
import * as texts from '../texts';
import { Dialog } from '../ui/dialog';
import styles from './actions.module.css';
import { type DialogName, descriptionOf } from './descriptions';
import { Policy } from './policy';
import { effectsOf, Preview } from './preview';
import { type PreviewedAction, usePreview } from './use-preview';

interface ActionDialogProps {
  name: DialogName;
  registration: DeskRegistration;
  pending: DeskPendingResponse | undefined;
  onClose: () => void;
  onDone: (answer: DeskActionResponse) => void;
  /** Called if somebody else has changed the registration, so that the page shows old data. */
  onLate: () => void;
}

export function ActionDialog({ name, onClose, onDone, onLate, ...context }: ActionDialogProps) {
  const description = descriptionOf(name);
  const { Fields, needs } = description;
  const { id } = context.registration;
  // The version that staff saw. The page behind the dialog may load a newer version.
  const [version, setVersion] = useState(context.registration.version);
  const [typed, keep, forget] = useTyped(draftOf(name, id), emptyDraft);
  const values = { ...description.initial?.(context), ...typed.values };
  const own = description.body(values, context);
  const override = typed.override ? { override: true } : {};
  const action = usePreview(name, { ...own, id, version, why: typed.why, ...override }, own !== undefined);

  // If others have changed the registration, staff must first read the changes: the action may no longer be wanted.
  const [late, setLate] = useState<DeskSeenLate[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!action.late) return;
    setLate(action.late);
    setVersion(action.version ?? version);
    onLate();
  }, [action.late]);

  const [tried, setTried] = useState(false);
  const confirm = async () => {
    setTried(true);
    const answer = await action.run();
    if (!answer) return;
    forget();
    onDone(answer);
  };
  const policy = description.policy && context.pending?.policy;
  const missing = typeof needs === 'function' ? needs(values) : needs;
  const missingReason = typed.why.trim() ? undefined : texts.whyNeeded;
  const disabled = own === undefined || late !== undefined;
  return (
    <Dialog
      title={description.title?.(context) ?? description.label}
      confirm={description.confirm}
      dangerous={description.dangerous}
      wide={Boolean(policy)}
      disabled={disabled || action.isStale}
      note={
        disabled ? (late ? texts.readChangesFirst : missing) : (action.wait ?? faultInSight(action) ?? missingReason)
      }
      effects={effectsOf(action)}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={policy ? styles.columns : undefined}>
        <div className={styles.fields}>
          {Fields && (
            <Fields
              {...context}
              typed={values}
              set={(change) => keep({ ...typed, values: defined({ ...values, ...change }) })}
              faults={action.faults}
              preview={action.preview}
            />
          )}
          <Why
            value={typed.why}
            onChange={(why) => keep({ ...typed, why })}
            error={reasonFault(typed.why, tried, action)}
            isTold={description.tellsReason}
          />
          <Override
            rules={action.preview?.rules}
            on={Boolean(typed.override)}
            set={(override) => keep({ ...typed, override })}
          />
          {late && <ChangedMeanwhile changes={late} onRead={() => setLate(undefined)} />}
          {typed !== emptyDraft && (
            <Button look="quiet" onClick={forget}>
              {texts.discardDraft}
            </Button>
          )}
          <Preview action={action} says={[]} />
        </div>
        {policy && <Policy html={policy} />}
      </div>
    </Dialog>
  );
}

/** What is stored while somebody types: the reason, and the values that differ from the initial values. */
export interface Draft {
  why: string;
  values: Record<string, string>;
  override?: boolean;
}

const defined = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

const emptyDraft: Draft = { why: '', values: {} };

export const draftOf = (name: DialogName, id: string): string => `${name}-${id}`;

/** Scrolls to a box that has just appeared and moves the focus there, unless somebody is typing. */
const bringIntoView = (box: HTMLElement | null): void => {
  if (!document.activeElement?.matches('input, select, textarea')) box?.focus();
  box?.scrollIntoView?.({ block: 'nearest' });
};

function ChangedMeanwhile({ changes, onRead }: { changes: DeskSeenLate[]; onRead: () => void }) {
  const isMine = changes.every(({ mine }) => mine);
  return (
    <div ref={bringIntoView} tabIndex={-1} className="notice wrong" role="alert">
      <p>
        <strong>{isMine ? texts.changedByYou : texts.changedMeanwhile}</strong> {texts.changedExplained}
      </p>
      <ul>
        {changes.map(({ at, who, what, mine, values = [] }) => (
          <li key={at + what}>
            {[at && momentOf(at), mine ? texts.youElsewhere : who].filter(Boolean).join(', ')}
            {who ? ': ' : ''}
            {what}
            {values.map((change) => (
              <div key={change.field}>{changeText(change)}</div>
            ))}
          </li>
        ))}
      </ul>
      <Button
        look="outline"
        onClick={({ currentTarget }) => {
          currentTarget.closest('dialog')?.querySelector('textarea')?.focus(); // this button disappears
          onRead();
        }}
      >
        {texts.haveRead}
      </Button>
    </div>
  );
}

/** A missing reason is an error only after the first attempt. */
export const reasonFault = (why: string, tried: boolean, { faults }: PreviewedAction): string | undefined =>
  why.trim() ? faults.why : tried ? texts.whyMissing : undefined;

/** Shown beside the button, so that the message is visible even in a long dialog. */
function faultInSight({ faults }: PreviewedAction): string | undefined {
  const [first] = Object.entries(faults).filter(([name]) => name !== 'why');
  return first && faultText(...first);
}

interface WhyProps {
  value: string;
  onChange: (why: string) => void;
  error: string | undefined;
  /** Not only colleagues read the reason: the person gets it in an email. */
  isTold?: boolean | undefined;
}

/** The field for the reason, which is shown in the activity log. */
export function Why({ value, onChange, error, isTold }: WhyProps) {
  const id = useId();
  return (
    <div className={styles.why}>
      <label htmlFor={id}>{isTold ? texts.rejectReason : texts.reason}</label>
      <textarea
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        maxLength={500}
      />
      <p id={`${id}-note`} className={error ? 'error' : 'muted'}>
        {error ?? (isTold ? texts.whyIsTold : texts.whyHelpLong)}
      </p>
    </div>
  );
}

interface OverrideProps {
  rules: Record<string, string> | undefined;
  on: boolean;
  set: (on: boolean) => void;
}

/** The rules that the action breaks but staff may override. */
export function Override({ rules = {}, on, set }: OverrideProps) {
  if (Object.keys(rules).length === 0) return null;
  return (
    <div className="notice wrong">
      <ul>
        {Object.values(rules).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Checkbox label={texts.overrideRules} checked={on} onChange={({ target }) => set(target.checked)} />
    </div>
  );
}
