import type { ReactNode } from 'react';
import { contactLink, registration, tickets } from '../content';
import { useSalesState } from '../device/use-time';
import { Phased } from '../sections/phased';
import { usePause } from '../sections/use-pause';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** Says that sales are closed or paused unless the category is on sale. */
export function WhileOnSale({ category, children }: { category: Category; children: ReactNode }) {
  const state = useSalesState(category.sales);
  const paused = usePause(category.type);
  if (state === 'open' && !paused) return children;
  const until = `${registration.messages.registration_closed} ${category.sales.display_closes_at}`;
  return (
    <div id="registrationForm">
      <EmptyState
        title={state === 'open' ? texts.registrationPaused : tickets.closed_label}
        actions={<LinkButton href={contactLink()}>{texts.contact}</LinkButton>}
      >
        <p>{state === 'open' ? paused : <Phased open={until} then="banner" />}</p>
      </EmptyState>
    </div>
  );
}
