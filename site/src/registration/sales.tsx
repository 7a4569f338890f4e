import type { ReactNode } from 'react';
import { contactLink, registration, tickets } from '../content';
import { useSalesState } from '../device/use-sales-state';
import { Phased } from '../sections/phased';
import { usePause } from '../sections/use-pause';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import styles from './registration-form.module.css';

/** Shows its children while the category is on sale, and otherwise that it is closed. */
export function WhileOnSale({ category, children }: { category: Category; children: ReactNode }) {
  const state = useSalesState(category.sales);
  const paused = usePause(category.type);
  if (state === 'open' && paused) return <PausedNotice sentence={paused} />;
  return state === 'open' ? children : <ClosedNotice category={category} />;
}

/** Shown instead of the form while an organiser has paused the sale. A draft stays on the device. */
function PausedNotice({ sentence }: { sentence: string }) {
  return (
    <div id="registrationForm" className={styles.closed}>
      <EmptyState
        title={texts.registrationPaused}
        actions={<LinkButton href={contactLink()}>{texts.contact}</LinkButton>}
      >
        <p>{sentence}</p>
      </EmptyState>
    </div>
  );
}

/** Shown instead of the form when nothing is on sale. */
function ClosedNotice({ category }: { category: Category }) {
  return (
    <div id="registrationForm" className={styles.closed}>
      <EmptyState title={tickets.closed_label} actions={<LinkButton href={contactLink()}>{texts.contact}</LinkButton>}>
        <p>
          <Phased
            open={`${registration.messages.registration_closed} ${category.sales.display_closes_at}`}
            then="banner"
          />
        </p>
      </EmptyState>
    </div>
  );
}
