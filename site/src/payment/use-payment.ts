// Requests a payment's status again at growing intervals until it is final.
import { useCallback, useEffect, useRef, useState } from 'react';
import { verifyPayment } from '../api';
import { registration } from '../content';
import type { TransactionStatus } from '../types/wire.gen';
import { toast } from '../ui/toast';

/** In seconds. The last value is used for all later requests. */
const pauses = [3, 5, 8, 13, 20, 30, 60];

/** Follows a booking's payment, if there is a booking ID. */
export function usePayment(bookingId: string | undefined) {
  const [status, setStatus] = useState<TransactionStatus>();
  const [unknown, setUnknown] = useState(false);
  const [failed, setFailed] = useState(false);
  /** The number of the failed request in the server's log. */
  const [number, setNumber] = useState<string>();
  const [asking, setAsking] = useState(false);
  const round = useRef(0);
  const said = useRef(false);

  const ask = useCallback(async () => {
    if (!bookingId) return;
    const mine = ++round.current;
    setAsking(true);
    const answer = await verifyPayment(bookingId);
    if (mine !== round.current) return;
    setAsking(false);
    setFailed(!answer.ok);
    setNumber(answer.ok ? undefined : answer.problem?.request_id);
    if (answer.ok) {
      said.current = false;
      setStatus(answer.body.transaction_status);
    } else if (answer.problem?.code === 404) {
      setUnknown(true);
    } else if (!said.current) {
      said.current = true; // show the toast once, not after every request
      toast.error(registration.messages.verify_failed);
    }
  }, [bookingId]);

  useEffect(() => {
    void ask();
    return () => void round.current++;
  }, [ask]);

  const open =
    !unknown &&
    (status
      ? status.paymentStatus === 'INITIATED' || status.awaited || status.change_unpaid || status.due !== undefined
      : failed);
  usePauses(open, ask);

  return { status, unknown, failed, number, asking, askNow: () => void ask() };
}

export type Payment = ReturnType<typeof usePayment>;

/** Also calls at once when the page becomes visible or the device comes online. */
function usePauses(active: boolean, call: () => Promise<void>): void {
  useEffect(() => {
    if (!active) return;
    let count = 0;
    let timer = 0;
    let busy = false;
    let stopped = false;
    const wait = () => {
      timer = window.setTimeout(again, (pauses[Math.min(count, pauses.length - 1)] ?? 60) * 1000);
      count++;
    };
    const again = async () => {
      if (busy) return;
      busy = true;
      clearTimeout(timer);
      if (document.visibilityState === 'visible' && navigator.onLine) await call();
      busy = false;
      if (!stopped) wait();
    };
    const wake = () => {
      if (document.visibilityState === 'visible') void again();
    };
    wait();
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [active, call]);
}
