// What is under way for a registration: a payment that is still to come, a ticket that is offered, a refund that waits
// for a second person or is on its way.
import { useState } from 'react';
import type {
  DeskActResponse,
  DeskMoney,
  DeskPayLink,
  DeskPendingResponse,
  DeskRegistration,
  DeskRequest,
} from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { momentOf, money } from '../format';
import { useMay } from '../me';
import { CopyLink } from '../ui/copy-link';
import { Dialog } from '../ui/dialog';
import { faultOfWhy, Why } from './action-dialog';
import styles from './actions.module.css';
import { Preview } from './preview';
import { useAct } from './use-preview';

interface PendingProps {
  registration: DeskRegistration;
  pending: DeskPendingResponse | undefined;
  /** Opens what withdraws an offer, for who may. */
  withdraw: (() => void) | undefined;
  onDone: (answer: DeskActResponse) => void;
}

export function Pending({ registration, pending, withdraw, onDone }: PendingProps) {
  const [open, setOpen] = useState<{ request: DeskRequest; refuse: boolean }>();
  const may = useMay();
  if (!pending) return null;
  return (
    <>
      {pending.link && <Unpaid link={pending.link} amount={registration.amount_paise} />}
      {pending.money && <Underway money={pending.money} />}
      {pending.transfer && (
        <div className={styles.waits}>
          <p>
            {pending.transfer.by} offered this ticket to {pending.transfer.email}. It waits for them until{' '}
            {momentOf(pending.transfer.expires)}.
          </p>
          {withdraw && (
            <div className={styles.row}>
              <Button look="outline" onClick={withdraw}>
                Withdraw the offer
              </Button>
            </div>
          )}
        </div>
      )}
      {pending.requests.map((request) => (
        <div key={request.request} className={styles.waits}>
          <p>
            <strong>A second person is needed.</strong> {request.by} asks{' '}
            {request.cancels ? `to cancel ${registration.name} and` : 'without cancelling'} to give back{' '}
            {money(request.refund_paise)}: “{request.why}”
          </p>
          {may('refund.approve') && request.why_not && <p>{request.why_not}</p>}
          {may('refund.approve') && (
            <div className={styles.row}>
              {!request.why_not && <Button onClick={() => setOpen({ request, refuse: false })}>Approve</Button>}
              <Button look="outline" onClick={() => setOpen({ request, refuse: true })}>
                {request.mine ? 'Take it back' : 'Refuse'}
              </Button>
            </div>
          )}
        </div>
      ))}
      {open && (
        <Decide
          {...open}
          onClose={() => setOpen(undefined)}
          onDone={(answer) => {
            setOpen(undefined);
            onDone(answer);
          }}
        />
      )}
    </>
  );
}

function Unpaid({ link: { url, expires }, amount }: { link: DeskPayLink; amount: number | undefined }) {
  return (
    <div className={styles.waits}>
      <p>
        <strong>Pending payment.</strong> {amount === undefined ? 'This registration is' : `${money(amount)} is`} not
        paid yet.{' '}
        {url
          ? `The person can pay until ${momentOf(expires)}, with this link:`
          : `The payment link expired on ${momentOf(expires)}. “Send again” emails a new one.`}
      </p>
      {url && <CopyLink link={url} />}
    </div>
  );
}

/** Why no other refund is offered just now. */
const Underway = ({ money: { underway_paise: paise, how } }: { money: DeskMoney }) =>
  paise ? (
    <div className={styles.waits}>
      <p>
        {how === 'hand'
          ? `A refund of ${money(paise)} is to be made by hand. You can refund more once it is recorded.`
          : `A refund of ${money(paise)} is on its way through the payment gateway. You can refund more once it has arrived.`}
      </p>
    </div>
  ) : null;

interface DecideProps {
  request: DeskRequest;
  refuse: boolean;
  onClose: () => void;
  onDone: (answer: DeskActResponse) => void;
}

function Decide({ request, refuse, onClose, onDone }: DecideProps) {
  const [why, setWhy] = useState('');
  const act = useAct('approve', { request: request.request, why, refuse });
  const [tried, setTried] = useState(false);
  const decide = async () => {
    setTried(true);
    const answer = await act.doIt();
    if (!answer) return;
    onDone(answer);
  };
  return (
    <Dialog
      title={refuse ? 'Refuse the refund' : `Give back ${money(request.refund_paise)}`}
      confirm={refuse ? 'Refuse' : 'Approve'}
      dangerous={!refuse}
      onClose={onClose}
      onConfirm={decide}
    >
      <Why value={why} onChange={setWhy} error={faultOfWhy(why, tried, act)} />
      <Preview act={act} />
    </Dialog>
  );
}
