// What an act does, said before it is done: sentences, what becomes what, money, mails.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DeskPreview } from '../../types/wire.gen';
import { factName, factValue, faultInWords } from '../field-names';
import { money } from '../format';
import styles from './actions.module.css';
import type { Act } from './use-preview';

export function Preview({ act }: { act: Act }) {
  const { preview, message, faults, found } = act;
  const section = useRef<HTMLElement>(null);
  const unseen = useUnseen(faults, section);
  return (
    <section ref={section} className={styles.preview} aria-label="What happens" aria-live="polite">
      {unseen.map((text) => (
        <p key={text} className={styles.refusal} role="alert" tabIndex={-1}>
          {text}
        </p>
      ))}
      {message && (
        <p className={styles.refusal} role="alert" tabIndex={-1}>
          {message} {found && <Link to={`/registration/${found}`}>Open that registration</Link>}
        </p>
      )}
      {preview ? <Says preview={preview} /> : <Instead wrong={Object.keys(faults)} />}
    </section>
  );
}

/** Why there is no preview: it does not vanish without a word. */
const Instead = ({ wrong }: { wrong: string[] }) => {
  const marked = wrong.filter((name) => name !== 'why').length;
  if (marked === 0) return null;
  return <p>Correct the marked {marked === 1 ? 'field' : 'fields'} to see what will happen.</p>;
};

/** What is wrong about fields that stand nowhere in the form: nobody would read it beside them. */
function useUnseen(faults: Record<string, string>, within: RefObject<HTMLElement | null>): string[] {
  const [unseen, setUnseen] = useState<string[]>([]);
  useEffect(() => {
    const shown = [...(within.current?.closest('form')?.querySelectorAll('[id$="-error"]') ?? [])];
    const isShown = (text: string) => shown.some(({ textContent }) => textContent?.includes(text));
    const texts = Object.entries(faults)
      .filter(([name, text]) => name !== 'why' && !isShown(text))
      .map(([name, text]) => faultInWords(name, text));
    setUnseen((before) => (before.join() === texts.join() ? before : texts));
  });
  return unseen;
}

function Says({ preview }: { preview: DeskPreview }) {
  return (
    <>
      {preview.says.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {preview.changes.length > 0 && (
        <table className={styles.changes}>
          <caption className="unseen">What becomes what</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {preview.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{factName(field)}</th>
                <td>{factValue(field, before) || '—'}</td>
                <td>{factValue(field, after) || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {preview.money && (preview.money.paid_paise > 0 || preview.money.refund_paise > 0) && (
        <p className={styles.money}>
          <span>Paid {money(preview.money.paid_paise)}</span>
          <span>Goes back {money(preview.money.refund_paise)}</span>
          <span>Stays {money(preview.money.kept_paise)}</span>
        </p>
      )}
      {preview.mails.map(({ to, subject }) => (
        <p key={to + subject} className={styles.mail}>
          Mail to {to}: “{subject}”
        </p>
      ))}
    </>
  );
}
