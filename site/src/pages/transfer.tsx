import { useEffect, useState } from 'react';
import { type Answer, transferOffer } from '../api';
import { sheetOf, tickets } from '../content';
import { SelectedTicket } from '../registration/selected-ticket';
import { TransferForm } from '../registration/transfer-form';
import { Shell } from '../sections/shell';
import type { TransferResponse } from '../types/wire.gen';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';

/** Whoever opens the page without the link of a mail. */
const noLink: Answer<TransferResponse> = {
  ok: false,
  problem: {
    code: 404,
    status: 'error',
    error: 'no_link',
    message: 'Please open the link in the mail that you were sent.',
  },
};

/**
 * /transfer#TOKEN: a colleague takes a ticket over. The token stands behind the #, which no server and no log sees; it leaves the
 * address when the ticket is taken, so that a reload before that loses nothing.
 */
export default function TransferPage() {
  const [token] = useState(() => (typeof location === 'undefined' ? '' : location.hash.slice(1)));
  const [offer, setOffer] = useState<Answer<TransferResponse>>();

  useEffect(() => {
    if (token) transferOffer(token).then(setOffer);
    else setOffer(noLink);
  }, [token]);

  return (
    <Shell>
      <SheetTitle
        number={sheetOf('/bookings')?.number}
        title="Take a ticket over"
        lead="With your own name, photo and consent. The link can be used once. There is nothing to pay."
      />
      {offer ? <Offer answer={offer} token={token} again={() => transferOffer(token).then(setOffer)} /> : <Loading />}
    </Shell>
  );
}

interface OfferProps {
  answer: Answer<TransferResponse>;
  token: string;
  again: () => void;
}

function Offer({ answer, token, again }: OfferProps) {
  const category = answer.ok && tickets.categories.find(({ type }) => type === answer.body.ticketCategory);
  if (answer.ok && category) {
    return (
      <>
        <SelectedTicket category={category} seats={answer.body.spouse ? 2 : 1} />
        <TransferForm category={category} offer={answer.body} token={token} />
      </>
    );
  }
  const said = answer.ok
    ? 'This ticket is not sold any more. Please write to the organisers.'
    : answer.problem?.message;
  return (
    <EmptyState
      level={2}
      title="This ticket cannot be taken"
      actions={said ? undefined : <Button onClick={again}>Try again</Button>}
    >
      <p>{said || 'The server was not reached. Please try again when there is a connection.'}</p>
    </EmptyState>
  );
}
