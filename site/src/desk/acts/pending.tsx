// What is under way for a registration: a ticket that is offered, a refund that waits for a second person.
import { useState } from 'react';
import type { DeskActResponse, DeskPendingResponse, DeskRegistration, DeskRequest } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { momentOf, money } from '../format';
import { useMay } from '../me';
import { Dialog } from '../ui/dialog';
import { useAct } from './act';
import { faultOfWhy, Why } from './act-dialog';
import styles from './acts.module.css';
import { Preview } from './preview';

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
      {pending.transfer && (
        <div className={styles.waits}>
          <p>
            {pending.transfer.by} offered this ticket to {pending.transfer.email}. It waits for them until{' '}
            {momentOf(pending.transfer.expires)}.
          </p>
          {withdraw && (
            <div className={styles.row}>
              <Button look="outline" onClick={withdraw}>
                Withdraw it
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
          {may('refund.approve') && (
            <div className={styles.row}>
              {!request.mine && <Button onClick={() => setOpen({ request, refuse: false })}>Approve</Button>}
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
    toast.success(answer.preview.says.join(' ') || 'Done.');
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
