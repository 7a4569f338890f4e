import { lazy, Suspense } from 'react';
import styles from '../account/account.module.css';
import { Profile } from '../account/profile';
import { RequireSession } from '../account/require-session';
import { useUserStore } from '../account/session';
import { Shell } from '../account/shell';
import { useAccount } from '../account/use-account';
import { sheetOf } from '../content';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';

// The codes of the tickets and the receipts come after the frame of the page: they wait for the server anyway.
const TicketList = lazy(() => import('../account/ticket-list').then(({ TicketList }) => ({ default: TicketList })));
const Payments = lazy(() => import('../account/payments').then(({ Payments }) => ({ default: Payments })));

/** /dashboard: the person, the tickets, the payments. */
export default function DashboardPage() {
  // Somebody else who signs in in another tab begins anew here.
  const { userDetails } = useUserStore();
  return (
    <RequireSession>
      <Dashboard key={userDetails?.id} />
    </RequireSession>
  );
}

function Dashboard() {
  const { user, tickets, loading, failed, reload } = useAccount();
  const sheet = sheetOf('/dashboard');
  return (
    <Shell>
      <SheetTitle number={sheet?.number} title={sheet?.title ?? ''} />
      {failed && !loading && (
        <div className={styles.note} role="status">
          <p>The server cannot be reached. This is what was last seen on this device.</p>
          <Button look="quiet" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      <div className={styles.dashboard}>
        {user ? <Profile user={user} shared={new Set(tickets.map(({ name }) => name)).size > 1} /> : <Loading />}
        <Suspense fallback={<Loading />}>
          <TicketList tickets={tickets} loading={loading} />
          <Payments tickets={tickets} />
        </Suspense>
      </div>
    </Shell>
  );
}
