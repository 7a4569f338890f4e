import { type ReactNode, useState } from 'react';
import type * as wire from '../../types/wire.gen';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/field';
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

function Decide({ request: { request, refund_paise, of_category }, refuse, ...closed }: DecideProps) {
  const [all, setAll] = useState(false);
  const title = refuse ? texts.refuseRefund : texts.approveRefund(money(refund_paise));
  return (
    <ReasonDialog
      name="approve"
      body={{ request, refuse, all }}
      title={all ? texts.allOfCategory(refuse) : title}
      confirm={refuse ? texts.refuse : texts.approve}
      dangerous={!refuse}
      {...closed}
    >
      {of_category && (
        <Checkbox label={texts.answerAll} checked={all} onChange={({ target }) => setAll(target.checked)} />
      )}
    </ReasonDialog>
  );
}

interface ReasonDialogProps {
  name: wire.ActionName;
  body: object;
  title: string;
  confirm: string;
  dangerous: boolean;
  onClose: () => void;
  onDone: (answer: wire.DeskActionResponse) => void;
  children?: ReactNode;
}

/** The dialog of an action that needs only a reason. */
export function ReasonDialog({ name, body, children, onDone, ...dialog }: ReasonDialogProps) {
  const [why, setWhy] = useState('');
  const action = usePreview(name, { ...body, why });
  const [tried, setTried] = useState(false);
  const run = async () => {
    setTried(true);
    const answer = await action.run();
    if (answer) onDone(answer);
  };
  return (
    <Dialog {...dialog} disabled={action.isStale} note={action.wait} effects={effectsOf(action)} onConfirm={run}>
      {children}
      <Why value={why} onChange={setWhy} error={reasonFault(why, tried, action)} />
      <Preview action={action} says={[]} />
    </Dialog>
  );
}
