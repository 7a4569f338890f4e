import type { ReactNode } from 'react';
import { isNamedFor } from '../asked-fields';
import { registration, tickets } from '../content';
import { usePrices } from '../device/use-time';
import { LaterPrices } from '../sections/later-prices';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import styles from './selected-ticket.module.css';

interface SelectedTicketProps {
  category: Category;
  /** The number of seats, shown instead of prices for a ticket that has already been paid for. */
  seats?: number;
  children?: ReactNode;
}

export function SelectedTicket({ category, seats, children }: SelectedTicketProps) {
  const priced = seats === undefined;
  const aboutPrice = tickets.gst_label && category.disclaimer?.includes(tickets.gst_label);
  const small = priced || !aboutPrice ? category.disclaimer : undefined;
  return (
    <section className={styles.ticket} aria-label={texts.yourTicket}>
      <div className={styles.head}>
        {category.subTitle && <p className={styles.kind}>{category.subTitle}</p>}
        <h2 className={styles.name}>{category.name}</h2>
        {category.description && <p>{category.description}</p>}
        {small && <p className={styles.small}>{small}</p>}
        {children && <div className={styles.action}>{children}</div>}
      </div>
      <div className={styles.stub}>
        {priced ? <Prices category={category} /> : <p className={styles.price}>{texts.seats(seats)}</p>}
        {category.features && (
          <ul className={styles.features}>
            {category.features.map((feature) => (
              <li key={feature}>{seats ? feature.replace(/^1 seat\b/, texts.seats(seats)) : feature}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Prices({ category }: { category: Category }) {
  const { prices, later } = usePrices(category);
  return (
    <>
      <p className={styles.price}>
        {prices.alone.display_net} <span>{tickets.gst_label}</span>
      </p>
      {isNamedFor('spouse', registration, category) && (
        <p className={styles.small}>
          {texts.withSpousePrice(prices.with_spouse.display_net)} {tickets.gst_label}
        </p>
      )}
      <LaterPrices later={later} className={styles.small} />
    </>
  );
}
