import { useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useUserStore } from '../device/session';
import { useHydrated } from '../device/use-hydrated';
import { useOnline } from '../device/use-online';
import { Home, PaymentState, toTicket } from '../payment/payment-state';
import styles from '../payment/payment-state.module.css';
import * as documentTexts from '../payment/texts';
import { type Payment, usePayment } from '../payment/use-payment';
import { Shell } from '../sections/shell';
import * as texts from '../texts';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { Ornament } from '../ui/mark';

/** /verify/{bookingId}: a payment's status. */
export default function VerifyPage() {
  const hydrated = useHydrated();
  const { bookingId } = useParams();
  const payment = usePayment(hydrated ? bookingId : undefined);
  const { isAuthenticated } = useUserStore();
  const { hash } = useLocation();

  // The gateway's parameters are not needed, and must not be shared or stored.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, []);

  const ticket = payment.status?.ticket_id;
  if (ticket && hash === toTicket) return <Navigate to={`/event-ticket/${ticket}`} replace />;
  return (
    <Shell door>
      {/* One live region for all states, so that screen readers announce changes and do not repeat the first text. */}
      <div aria-live="polite">
        {payment.unknown ? (
          <Unknown />
        ) : payment.status ? (
          <PaymentState bookingID={bookingId ?? ''} status={payment.status} signedIn={isAuthenticated}>
            <Line payment={payment} />
          </PaymentState>
        ) : (
          <Checking payment={payment} />
        )}
      </div>
    </Shell>
  );
}

function Unknown() {
  return (
    <div className={styles.state}>
      <div className={`ornament ${styles.place}`}>
        <Ornament />
      </div>
      <h1>{texts.registrationNotFound}</h1>
      <p>{texts.registrationNotFoundHelp}</p>
      <div className={`cluster ${styles.actions}`}>
        <Home />
      </div>
    </div>
  );
}

/** Prerendered, and shown until the first response arrives. */
function Checking({ payment }: { payment: Payment }) {
  const online = useOnline();
  return (
    <div className={styles.state}>
      <div className={styles.place}>
        <Loading size={96} label="" />
      </div>
      <h1>{payment.failed ? texts.somethingWentWrong : texts.checkingPayment}</h1>
      {!online && <p>{texts.offlineCheckLater}</p>}
      {payment.failed && <p>{texts.paymentSafe}</p>}
      {payment.number && <p>{documentTexts.requestNumber(payment.number)}</p>}
      {payment.failed && (
        <div className={`cluster ${styles.actions}`}>
          <Button busy={payment.asking} onClick={payment.askNow}>
            {texts.checkAgain}
          </Button>
          <Home />
        </div>
      )}
    </div>
  );
}

/** Shown below a status that may still change. */
function Line({ payment }: { payment: Payment }) {
  const online = useOnline();
  if (payment.status?.paymentStatus === 'SUCCESS' || payment.status?.refund) return null;
  return (
    <div className={styles.line}>
      {online ? null : <p>{texts.offlineLastStatus}</p>}
      <Button look="quiet" disabled={payment.asking || !online} onClick={payment.askNow}>
        {payment.asking ? texts.checking : texts.checkAgain}
      </Button>
    </div>
  );
}
