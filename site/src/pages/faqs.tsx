import { brand, contactLink, faqs, sheetOf } from '../content';
import * as texts from '../texts';
import { Prose } from '../ui/prose';
import { SheetTitle } from '../ui/sheet-title';
import styles from './faqs.module.css';

/** Only one answer is open at a time, because all answers have the same `name`. */
export default function FAQs() {
  const sheet = sheetOf('/faqs');
  return (
    <div className={`page ${styles.layout}`}>
      <SheetTitle {...sheet} lead={sheet?.description}>
        <p className={styles.more}>
          {texts.somethingElse}
          <a href={contactLink()}>{brand.words.ask_us}</a>.
        </p>
      </SheetTitle>
      <div className={styles.list}>
        {faqs!.faqs.map(({ id, question, answer }, index) => (
          <details key={id} id={id} name="faq">
            <summary>
              <span className={styles.number} aria-hidden="true">
                {String(index + 1).padStart(2, '0')}
              </span>
              <h2>{question}</h2>
              <span className={styles.sign} aria-hidden="true" />
            </summary>
            <div className={styles.answer}>
              <Prose html={answer} />
              <p>
                <a href={`#${id}`} className="target">
                  {texts.linkToAnswer}
                  <span className="unseen">: {question}</span>
                </a>
              </p>
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
