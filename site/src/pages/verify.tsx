import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useUserStore } from '../device/session';
import { useAlive } from '../device/use-alive';
import { useOnline } from '../device/use-online';
import { Home, PaymentState } from '../payment/payment-state';
import styles from '../payment/payment-state.module.css';
import { type Payment, usePayment } from '../payment/use-payment';
import { Shell } from '../sections/shell';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';

/** /verify/{bookingId}: what became of a payment. Opening it again, or days later, changes nothing. */
export default function VerifyPage() {
  const alive = useAlive();
  const { bookingId } = useParams();
  const payment = usePayment(alive ? bookingId : undefined);
  const { isAuthenticated } = useUserStore();

  // What the gateway hangs on the address is not needed, and must not be shared or stored with it.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, []);

  return (
    <Shell>
      {payment.unknown ? (
        <EmptyState level={1} title="There is no such registration" actions={<Home />}>
          <p>Please check the address, or open the link in the mail that we sent you.</p>
        </EmptyState>
      ) : payment.status ? (
        <div aria-live="polite">
          <PaymentState status={payment.status} signedIn={isAuthenticated}>
            <Line payment={payment} />
          </PaymentState>
        </div>
      ) : (
        <Checking payment={payment} />
      )}
    </Shell>
  );
}

/** Before the first answer. */
function Checking({ payment }: { payment: Payment }) {
  const online = useOnline();
  return (
    <div className={styles.state} role="status">
      <Loading size={96} label="" />
      <h1>
        {payment.failed
          ? 'Something went wrong, please try again later.'
          : 'Checking payment status... Please do not refresh the page.'}
      </h1>
      {!online && <p>You are offline. The status is checked as soon as the connection is back.</p>}
      {payment.failed && (
        <div className={styles.actions}>
          <Button busy={payment.asking} onClick={payment.askNow}>
            Check again
          </Button>
          <Home />
        </div>
      )}
    </div>
  );
}

/** Below an answer that may still change. */
function Line({ payment }: { payment: Payment }) {
  const online = useOnline();
  if (payment.status?.paymentStatus === 'SUCCESS' || payment.status?.refund) return null;
  return (
    <div className={styles.line}>
      {online ? null : <p>You are offline. This is what was last known.</p>}
      <Button look="quiet" disabled={payment.asking || !online} onClick={payment.askNow}>
        {payment.asking ? 'Checking…' : 'Check again'}
      </Button>
    </div>
  );
}
