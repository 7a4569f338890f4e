import { lazy, Suspense } from 'react';
import { sheetOf } from '../content';
import styles from '../dashboard/dashboard.module.css';
import { Profile } from '../dashboard/profile';
import { useAccount } from '../dashboard/use-account';
import { useUserStore } from '../device/session';
import { Shell } from '../sections/shell';
import { RequireSession } from '../sign-in/require-session';
import * as texts from '../texts';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';

// QR codes and payments load after the page's frame, because they have to wait for the server anyway.
const TicketList = lazy(() => import('../dashboard/ticket-list').then(({ TicketList }) => ({ default: TicketList })));
const Payments = lazy(() => import('../dashboard/payments').then(({ Payments }) => ({ default: Payments })));
const BetterDocument = lazy(() => import('../dashboard/better-document'));

/** /dashboard: the person's profile, tickets and payments. */
export default function DashboardPage() {
  // With the person's ID as key, the dashboard keeps no state when a different person signs in.
  const { userDetails } = useUserStore();
  const sheet = sheetOf('/dashboard');
  return (
    <Shell>
      <SheetTitle {...sheet} />
      <RequireSession>
        <Dashboard key={userDetails?.id} />
      </RequireSession>
    </Shell>
  );
}

function Dashboard() {
  const { user, tickets, waiting, moreWaiting, invoices, rejected, loading, failure, reload } = useAccount();
  return (
    <>
      {failure && !loading && (
        <div className={styles.note} role="status">
          <p>
            {failure} {texts.lastSeenOnDevice}
          </p>
          <Button look="quiet" onClick={reload}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {rejected.map((one) => (
        <Suspense key={one.booking_id} fallback={<Loading />}>
          <BetterDocument of={one} onSent={reload} />
        </Suspense>
      ))}
      <div className={styles.dashboard}>
        {user ? <Profile user={user} shared={new Set(tickets.map(({ name }) => name)).size > 1} /> : <Loading />}
        <Suspense fallback={<Loading />}>
          <TicketList tickets={tickets} loading={loading} waiting={waiting.length > 0} />
          <Payments tickets={tickets} waiting={waiting} more={moreWaiting} invoices={invoices} />
        </Suspense>
      </div>
    </>
  );
}
