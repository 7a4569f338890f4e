import { type ReactNode, useState } from 'react';
import type * as wire from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { momentOf, money } from '../format';
import { useMay } from '../me';
import * as texts from '../texts';
import { CopyLink } from '../ui/copy-link';
import { Dialog } from '../ui/dialog';
import { reasonFault, Why } from './action-dialog';
import { effectsOf, Preview } from './preview';
import { usePreview } from './use-preview';

interface PendingProps {
  registration: wire.DeskRegistration;
  pending: wire.DeskPendingResponse | undefined;
  /** Opens the dialog for withdrawing the offer; undefined if the role may not withdraw it. */
  withdraw: (() => void) | undefined;
  onDone: (answer: wire.DeskActionResponse) => void;
}

export function Pending({ registration, pending, withdraw, onDone }: PendingProps) {
  const [open, setOpen] = useState<{ request: wire.DeskRequest; refuse: boolean }>();
  const may = useMay();
  if (!pending) return null;
  const { link, money: sums, transfer, requests } = pending;
  return (
    <>
      {link && <Unpaid link={link} amount={link.amount_paise ?? registration.due_paise ?? registration.amount_paise} />}
      {sums?.underway_paise ? (
        <Notice>{texts.refundUnderWay(money(sums.underway_paise), sums.how === 'manual')}</Notice>
      ) : null}
      {transfer && (
        <Notice
          buttons={
            withdraw && (
              <Button look="outline" onClick={withdraw}>
                {texts.withdrawOffer}
              </Button>
            )
          }
        >
          {texts.offerOpen(transfer.by, transfer.email, transfer.is_used ? '' : momentOf(transfer.expires))}
        </Notice>
      )}
      {requests.map((request) => (
        <Notice
          key={request.request}
          buttons={
            may('refund.approve') && (
              <>
                {!request.why_not && (
                  <Button onClick={() => setOpen({ request, refuse: false })}>{texts.approve}</Button>
                )}
                <Button look="outline" onClick={() => setOpen({ request, refuse: true })}>
                  {request.mine ? texts.withdrawRequest : texts.refuse}
                </Button>
              </>
            )
          }
        >
          <strong>{texts.secondPersonNeeded}</strong>{' '}
          {texts.refundRequested(request.action, request.by, money(request.refund_paise), registration.name)}: “
          {request.why}”{may('refund.approve') && request.why_not && ` ${request.why_not}`}
        </Notice>
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

interface NoticeProps {
  children: ReactNode;
  buttons?: ReactNode;
  className?: string | undefined;
}

export const Notice = ({ children, buttons, className = '' }: NoticeProps) => (
  <div className={`notice ${className}`}>
    <p>{children}</p>
    {buttons && <div className="row">{buttons}</div>}
  </div>
);

interface UnpaidProps {
  link: wire.DeskPayLink;
  amount: number | undefined;
}

const Unpaid = ({ link: { url, expires, change }, amount }: UnpaidProps) => (
  <div className="notice">
    <p>
      <strong>{change ? texts.changeWaits(change) : texts.pendingPayment}</strong>{' '}
      {texts.notPaidYet(amount === undefined ? '' : money(amount))}{' '}
      {url ? texts.payUntil(momentOf(expires)) : expires ? texts.payLinkExpired(momentOf(expires)) : texts.noPayLink}
    </p>
    {url && <CopyLink link={url} />}
  </div>
);

interface DecideProps {
  request: wire.DeskRequest;
  refuse: boolean;
  onClose: () => void;
  onDone: (answer: wire.DeskActionResponse) => void;
}

function Decide({ request, refuse, onClose, onDone }: DecideProps) {
  const [why, setWhy] = useState('');
  const action = usePreview('approve', { request: request.request, why, refuse });
  const [tried, setTried] = useState(false);
  const decide = async () => {
    setTried(true);
    const answer = await action.run();
    if (answer) onDone(answer);
  };
  return (
    <Dialog
      title={refuse ? texts.refuseRefund : texts.approveRefund(money(request.refund_paise))}
      confirm={refuse ? texts.refuse : texts.approve}
      dangerous={!refuse}
      effects={effectsOf(action)}
      onClose={onClose}
      onConfirm={decide}
    >
      <Why value={why} onChange={setWhy} error={reasonFault(why, tried, action)} />
      <Preview action={action} says={[]} />
    </Dialog>
  );
}
