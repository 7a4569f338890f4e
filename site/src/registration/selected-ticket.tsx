// The card of the ticket that is being bought.
import type { ReactNode } from 'react';
import { tickets } from '../content';
import type { Category } from '../types/content.gen';
import styles from './selected-ticket.module.css';

interface SelectedTicketProps {
  category: Category;
  /** A link or button below the card's text. */
  children?: ReactNode;
}

export function SelectedTicket({ category, children }: SelectedTicketProps) {
  return (
    <section className={styles.ticket} aria-label="Your ticket">
      <div className={styles.head}>
        <p className={styles.kind}>{category.subTitle}</p>
        <h2 className={styles.name}>{category.name}</h2>
        <p>{category.description}</p>
        {category.disclaimer && <p className={styles.small}>{category.disclaimer}</p>}
        {children && <div className={styles.action}>{children}</div>}
      </div>
      <div className={styles.stub}>
        <p className={styles.price}>
          {category.prices.alone.display_net} <span>{tickets.gst_label}</span>
        </p>
        <p className={styles.small}>
          With spouse {category.prices.with_spouse.display_net} {tickets.gst_label}
        </p>
        <ul className={styles.features}>
          {category.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
