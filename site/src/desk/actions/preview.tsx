import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DeskPreview } from '../../types/wire.gen';
import { factName, factValue, faultText } from '../field-names';
import { money } from '../format';
import * as texts from '../texts';
import { Sentences } from '../ui/sentences';
import { Table } from '../ui/table';
import styles from './actions.module.css';
import type { PreviewedAction } from './use-preview';

interface PreviewProps {
  action: PreviewedAction;
  /** Empty if the dialog shows the sentences above its buttons. */
  says?: string[];
}

/** What an action does, in sentences: the emails that it sends, and what the server says. */
export const effectsOf = ({ preview }: PreviewedAction): string[] =>
  preview ? [...preview.mails.map(({ to, subject }) => texts.previewEmail(to, subject)), ...preview.says] : [];

export function Preview({ action, says = effectsOf(action) }: PreviewProps) {
  const { preview, message, faults, found } = action;
  const section = useRef<HTMLElement>(null);
  const elsewhere = useFaultsElsewhere(faults, section);
  const marked = Object.keys(faults).filter((name) => name !== 'why').length;
  return (
    <section
      ref={section}
      className={`notice ${styles.preview}`}
      aria-label={texts.whatHappens}
      aria-live="polite"
      aria-busy={action.isStale}
    >
      {elsewhere.map((text) => (
        <p key={text} className="error" role="alert" tabIndex={-1}>
          {text}
        </p>
      ))}
      {message && (
        <p className="error" role="alert" tabIndex={-1}>
          {message} {found && <Link to={`/registration/${found}`}>{texts.openThatRegistration}</Link>}
        </p>
      )}
      {preview ? <Effects preview={preview} says={says} /> : marked > 0 && <p>{texts.correctMarked(marked)}</p>}
    </section>
  );
}

/** The errors in fields that the form does not show. */
function useFaultsElsewhere(faults: Record<string, string>, within: RefObject<HTMLElement | null>): string[] {
  const [elsewhere, setElsewhere] = useState<string[]>([]);
  useEffect(() => {
    const shown = [...(within.current?.closest('form')?.querySelectorAll('[id$="-error"]') ?? [])];
    const isShown = (text: string) => shown.some(({ textContent }) => textContent?.includes(text));
    const found = Object.entries(faults)
      .filter(([name, text]) => name !== 'why' && !isShown(text))
      .map(([name, text]) => faultText(name, text));
    setElsewhere((before) => (before.join() === found.join() ? before : found));
  });
  return elsewhere;
}

function Effects({ preview: { changes, money: sums }, says }: { preview: DeskPreview; says: string[] }) {
  return (
    <>
      <Sentences of={says} />
      {changes.length > 0 && (
        <Table
          caption={texts.changedValues}
          rows={changes}
          keyOf={({ field }) => field}
          columns={[
            { title: texts.field, cell: ({ field }) => factName(field) },
            { title: texts.valueNow, cell: ({ field, before }) => factValue(field, before) || '—' },
            { title: texts.valueThen, cell: ({ field, after }) => <b>{factValue(field, after) || '—'}</b> },
          ]}
        />
      )}
      {sums && (sums.paid_paise > 0 || sums.refund_paise > 0) && (
        <p className={styles.money}>
          <span>{texts.previewPaid(money(sums.paid_paise))}</span>
          <span>{texts.previewRefund(money(sums.refund_paise))}</span>
          <span>{texts.previewKept(money(sums.kept_paise))}</span>
        </p>
      )}
    </>
  );
}
