import { contactLink, contacts, event, sheetOf } from '../content';
import * as texts from '../texts';
import { LinkButton } from '../ui/button';
import { phoneLink } from '../ui/phone-link';
import { SheetTitle } from '../ui/sheet-title';
import styles from './without-script.module.css';

/** Shown in place of a program page if its script cannot run, with the reason and the contacts. */
export function WithoutScript({ route }: { route: string }) {
  const phone = contacts?.cities[0]?.contacts.find(({ kind }) => kind === 'registrations')?.phone;
  const mail = event.organiser.support_email;
  return (
    <div className={`page ${styles.state}`}>
      <SheetTitle {...sheetOf(route)} />
      <p className={styles.text}>
        {texts.needsScript}
        <a href={`mailto:${mail}`}>{mail}</a>
        {phone && (
          <>
            {texts.orCall}
            <a href={phoneLink(phone)}>{phone}</a>
          </>
        )}
        .
      </p>
      <p className={`cluster ${styles.actions}`}>
        <LinkButton href="/register-now" look="outline">
          {texts.ticketsAndPrices}
        </LinkButton>
        <LinkButton href={contactLink()} look="outline">
          {texts.contact}
        </LinkButton>
      </p>
    </div>
  );
}

/** Shown if the program has not started after a while, and removed when the program starts (main.tsx). */
export const NotLoaded = () => (
  <p id="not-loaded" className={`page ${styles.late}`} role="status">
    {texts.notLoaded} <a href="?">{texts.reload}</a>
  </p>
);
