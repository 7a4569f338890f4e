import { event } from '../content';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** The error page. Texts: specification sections 2 and 8; that the team knows is said when it does. */
export function Oops({ notified = false }: { notified?: boolean }) {
  const { support_email: address } = event.organiser;
  return (
    <div className="page">
      <EmptyState
        level={1}
        title="Oops! It looks like something went wrong"
        actions={<LinkButton href="/bookings">Get A Tickets</LinkButton>}
      >
        <p role="status">
          We apologize for the inconvenience.{' '}
          <span data-notified="" hidden={!notified}>
            Our team has been notified of the issue and is working to resolve it as quickly as possible.
          </span>
          <span data-unnotified="" hidden={notified}>
            Please try again in a moment. If the problem persists, contact <a href={`mailto:${address}`}>{address}</a>.
          </span>
        </p>
      </EmptyState>
    </div>
  );
}
