import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** What stands at an address that does not exist. */
export default function NotFound() {
  return (
    <div className="page">
      <EmptyState
        level={1}
        title="This sheet is not in the set"
        actions={
          <>
            <LinkButton href="/">Home</LinkButton>
            <LinkButton href="/contact" look="outline">
              Contact
            </LinkButton>
          </>
        }
      >
        <p>
          We could not find that page. It may have moved, or the link may be incomplete. Every page is in the menu
          above.
        </p>
      </EmptyState>
    </div>
  );
}
