import { useEffect, useState } from 'react';
import { type SalesState, now, salesState } from '../clock';
import { registration, tickets } from '../content';
import type { Category } from '../types/content.gen';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import styles from './registration-form.module.css';

/** Whether the category can be bought, also when the deadline passes while the page is open. */
export function useSalesState(category: Category | undefined): SalesState {
  const [state, setState] = useState<SalesState>(() => (category ? salesState(category.sales) : 'closed'));
  useEffect(() => {
    if (!category) return;
    setState(salesState(category.sales));
    const left = Date.parse(category.sales.closes_at) - now();
    if (left <= 0 || left > 2 ** 31 - 1) return; // past, or too far away for a timer
    const timer = setTimeout(() => setState(salesState(category.sales)), left);
    return () => clearTimeout(timer);
  }, [category]);
  return state;
}

/** In place of the form when nothing is sold. */
export function ClosedNotice({ category }: { category: Category }) {
  return (
    <div id="registrationForm" className={styles.closed}>
      <EmptyState title={tickets.closed_label} actions={<LinkButton href="/contact">Contact</LinkButton>}>
        <p>
          {registration.messages.registration_closed} {category.sales.display_closes_at}
        </p>
      </EmptyState>
    </div>
  );
}
