import { useEffect, useState } from 'react';
import { transferOffer } from '../api';
import { sheetOf, tickets } from '../content';
import type { Answer } from '../http';
import { SelectedTicket } from '../registration/selected-ticket';
import { TransferForm } from '../registration/transfer-form';
import { Shell } from '../sections/shell';
import * as texts from '../texts';
import type { TransferResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';

/** The token is in the fragment, which no server or log sees. It stays in the address until the ticket is accepted. */
export default function TransferPage() {
  const [token] = useState(() => (typeof location === 'undefined' ? '' : location.hash.slice(1)));
  const [offer, setOffer] = useState<Answer<TransferResponse>>();
  const [taken, setTaken] = useState(false);

  useEffect(() => {
    if (token) transferOffer(token).then(setOffer);
    else setOffer({ ok: false });
  }, [token]);

  return (
    <Shell door={!offer?.ok}>
      <SheetTitle {...sheetOf('/transfer')} lead={!taken && (!offer || offer.ok) ? texts.transferHowTo : undefined} />
      {offer ? (
        <Offer
          answer={offer}
          token={token}
          again={() => transferOffer(token).then(setOffer)}
          onTaken={() => setTaken(true)}
        />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

interface OfferProps {
  answer: Answer<TransferResponse>;
  token: string;
  again: () => void;
  onTaken: () => void;
}

function Offer({ answer, token, again, onTaken }: OfferProps) {
  const category = answer.ok && tickets.categories.find(({ type }) => type === answer.body.ticketCategory);
  if (answer.ok && category) {
    return (
      <>
        <SelectedTicket category={category} seats={answer.body.spouse ? 2 : 1} />
        <TransferForm category={category} offer={answer.body} token={token} onTaken={onTaken} />
      </>
    );
  }
  let reason = answer.ok ? texts.transferNotSold : answer.problem?.message;
  if (!token) reason = texts.transferNeedsLink;
  return (
    <EmptyState
      level={2}
      title={texts.transferLinkFailed}
      actions={reason ? undefined : <Button onClick={again}>{texts.tryAgain}</Button>}
    >
      <p>{reason || texts.serverUnreachableTryAgain}</p>
    </EmptyState>
  );
}
