import { brand, event } from '../content';
import * as texts from '../texts';
import type { SocialLink } from '../types/content.gen';
import { Fact } from '../ui/fact';
import { Mark } from '../ui/mark';
import { phoneLink } from '../ui/phone-link';
import { SocialIcon } from '../ui/social-icon';
import styles from './footer.module.css';
import { Invitation } from './invitation';
import { registerLink } from './register-link';

/** What the title block says about the page. */
export interface SheetBlock {
  title: string;
  sheet: string;
}

/** Looks like the title block on an architect's drawing. */
export function Footer({ page }: { page: SheetBlock }) {
  const { footer } = event;
  return (
    <footer className={styles.footer}>
      <div className={`page no-print ${styles.columns}`}>
        <nav aria-labelledby="quick-links" className={styles.quick}>
          <h2 id="quick-links">{texts.quickLinks}</h2>
          <ul>
            {footer.quick_links.map(({ label, link }) => (
              <li key={link}>{link === registerLink ? <Invitation label={label} /> : <a href={link}>{label}</a>}</li>
            ))}
          </ul>
        </nav>
        {footer.offices && (
          <section aria-labelledby="offices" className={styles.offices}>
            <h2 id="offices">{footer.offices_title ?? texts.offices}</h2>
            <ul>
              {footer.offices.map((office) => (
                <li key={office.name}>
                  <strong>{office.name}</strong>
                  {office.address && <span>{office.address}</span>}
                  {office.phone && <a href={phoneLink(office.phone)}>{office.phone}</a>}
                  {office.email && <a href={`mailto:${office.email}`}>{office.email}</a>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {footer.social && (
          <section aria-labelledby="social" className={styles.social}>
            <h2 id="social">{texts.follow}</h2>
            <ul>
              {footer.social.map(({ network, url }) => (
                <li key={network}>
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    <SocialIcon network={network} />
                    <span>{networkNames[network]}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className="page">
        <dl className={styles.block}>
          <Fact name={texts.footerEvent} value={event.name} />
          <Fact name={texts.footerDates} value={event.display_dates} />
          {brand.drawing_set && <DrawingFields page={page} />}
        </dl>
        <p className={styles.notice}>
          <Mark className={styles.mark} />
          {footer.notice}
        </p>
      </div>
    </footer>
  );
}

/** Only a drawing set has these fields. */
function DrawingFields({ page }: { page: SheetBlock }) {
  return (
    <>
      <Fact name={texts.footerSheet} value={<span data-sheet-number="">{page.sheet}</span>} />
      <Fact name={texts.footerTitle} value={<span data-sheet-title="">{page.title}</span>} />
      <Fact name={texts.footerScale} value="1:1" />
      <div className={styles.north}>
        <dt className="unseen">{texts.footerNorth}</dt>
        <dd>
          <svg viewBox="0 0 40 40" width="40" height="40" role="img" aria-label={texts.northIsUp}>
            <circle cx="20" cy="22" r="13" fill="none" stroke="currentColor" />
            <path d="M20 4 27 33 20 28Z" fill="currentColor" />
            <path d="M20 4 13 33 20 28Z" fill="none" stroke="currentColor" />
          </svg>
        </dd>
      </div>
    </>
  );
}

const networkNames: Record<SocialLink['network'], string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  x: 'X',
};
