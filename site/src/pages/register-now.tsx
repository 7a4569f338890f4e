import { sheetOf, tickets } from '../content';
import { Phased } from '../sections/phased';
import { TenderNotice } from '../sections/tender-notice';
import { SheetTitle } from '../ui/sheet-title';
import styles from './register-now.module.css';

/** The ticket categories as tender notices, and the way to the form of the industry associates. */
export default function RegisterNow() {
  const sheet = sheetOf('/register-now');
  const associate = tickets.categories.find(({ form }) => form === 'associate');
  return (
    <div className="page">
      <SheetTitle
        number={sheet?.number}
        title={<Phased open={sheet?.title ?? ''} then="action" />}
        lead={sheet?.description}
      />
      <section id="register-now" aria-label="Ticket categories" className={styles.notices}>
        {tickets.categories
          .filter((category) => category.on_register_page)
          .map((category) => (
            <TenderNotice key={category.id} category={category} />
          ))}
      </section>
      {associate && (
        <aside className={styles.associate}>
          <h2>{associate.name}</h2>
          <p>{associate.description}</p>
          <p className={styles.price}>
            <strong>{associate.prices.alone.display_net}</strong> {tickets.gst_label}
          </p>
          <a href="/industry-associates-registration">
            <Phased open={`Registration for ${associate.subTitle.toLowerCase()}`} then="action" />
          </a>
        </aside>
      )}
    </div>
  );
}
