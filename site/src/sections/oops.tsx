import { brand, event } from '../content';
import * as texts from '../texts';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** `notified` means that the team has the report. Texts: specification, sections 2 and 8. */
export function Oops({ notified = false }: { notified?: boolean }) {
  const { support_email: address } = event.organiser;
  return (
    <div className="page">
      <EmptyState
        level={1}
        title={brand.words.error_title}
        actions={<LinkButton href="/bookings">{brand.words.get_tickets}</LinkButton>}
      >
        <p role="status">
          {texts.errorApology}{' '}
          <span data-notified="" hidden={!notified}>
            {texts.errorNotified}
          </span>
          <span data-unnotified="" hidden={notified}>
            {texts.errorUnreported}
            <a href={`mailto:${address}`}>{address}</a>.
          </span>
        </p>
      </EmptyState>
    </div>
  );
}
