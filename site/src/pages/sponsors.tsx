import { sheetOf, sponsors } from '../content';
import { LogoLink } from '../ui/logo-link';
import { Picture } from '../ui/picture';
import { SectionTitle } from '../ui/section-title';
import { SheetTitle } from '../ui/sheet-title';
import styles from './sponsors.module.css';

export default function Sponsors() {
  const { intro, tiers } = sponsors!;
  return (
    <div className={`page ${styles.tiers}`}>
      <SheetTitle {...sheetOf('/sponsors')} lead={intro} />
      {tiers.map((tier, rank) => (
        <section key={tier.id} aria-labelledby={tier.id}>
          <SectionTitle id={tier.id}>{tier.title}</SectionTitle>
          <ul className={styles.marks} data-rank={Math.min(rank, 2)}>
            {tier.sponsors.map((mark) => (
              <li key={mark.name}>
                <LogoLink url={mark.url}>
                  <Picture image={mark.image} widths={[240, 480]} sizes="(min-width: 60rem) 17rem, 45vw" />
                </LogoLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
