import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** The error page. Texts: specification sections 2 and 8. */
export function Oops() {
  return (
    <div className="page">
      <EmptyState level={1} title="Oops! It looks like something went wrong" actions={<LinkButton href="/bookings">Get A Tickets</LinkButton>}>
        <p>
          We apologize for the inconvenience. Our team has been notified of the issue and is working to resolve it as quickly as
          possible.
        </p>
      </EmptyState>
    </div>
  );
}
