import { associateTicket, event, sheetOf, tickets } from '../content';
import { usePrices } from '../device/use-time';
import { LaterPrices } from '../sections/later-prices';
import { Phased, UntilOver } from '../sections/phased';
import { RegisterButton } from '../sections/register-button';
import { TenderNotice } from '../sections/tender-notice';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import { LinkButton } from '../ui/button';
import { SheetTitle } from '../ui/sheet-title';
import styles from './register-now.module.css';

/** The ticket categories as tender notices, and the link to the industry associates' form. */
export default function RegisterNow() {
  const sheet = sheetOf('/register-now');
  return (
    <div className="page">
      <SheetTitle
        {...sheet}
        title={<Phased open={sheet?.title ?? ''} then="title" />}
        lead={<UntilOver then={event.after_event.banner}>{sheet?.description}</UntilOver>}
      />
      <p className={`in-over ${styles.over}`}>
        <RegisterButton />
        <LinkButton href="/login" look="outline">
          {texts.signIn}
        </LinkButton>
      </p>
      <section id="register-now" aria-label={texts.ticketCategories} className={styles.notices}>
        {tickets.categories
          .filter((category) => category.on_register_page)
          .map((category) => (
            <TenderNotice key={category.id} category={category} />
          ))}
      </section>
      {associateTicket && <AssociateOffer category={associateTicket} />}
    </div>
  );
}

function AssociateOffer({ category }: { category: Category }) {
  const { prices, later } = usePrices(category);
  return (
    <aside className={`until-over ${styles.associate}`}>
      <h2>{category.name}</h2>
      {category.description && <p>{category.description}</p>}
      <p className={styles.price}>
        <strong>{prices.alone.display_net}</strong> {tickets.gst_label}
      </p>
      <LaterPrices later={later} />
      <a href="/industry-associates-registration">
        <Phased open={texts.registrationFor((category.subTitle ?? category.name).toLowerCase())} then="action" />
      </a>
    </aside>
  );
}
