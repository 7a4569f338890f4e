// Transfer: the ticket is offered to a colleague, who types their own data and consents.
import { TextField } from '../../ui/field';
import { momentOf } from '../format';
import { ActDialog } from './action-dialog';
import type { ActProps } from './action-props';

export const Transfer = (props: ActProps) => (
  <ActDialog
    {...props}
    name="transfer"
    title="Transfer to a colleague"
    confirm="Send the offer"
    empty={{ why: '', email: '' }}
    body={({ email }) => (email.includes('@') ? { email } : undefined)}
    needs="Write the colleague’s e-mail address."
  >
    {({ email }, set, faults) => (
      <TextField
        label="The colleague's e-mail address"
        help="They get a link, type their own data, add their photo and consent. The ticket of today stays good until then."
        type="email"
        value={email}
        onChange={({ target }) => set({ email: target.value })}
        error={faults.email}
      />
    )}
  </ActDialog>
);

export const Withdraw = (props: ActProps) => {
  const offer = props.pending?.transfer;
  return (
    <ActDialog
      {...props}
      name="transfer-withdraw"
      title="Withdraw the offer"
      confirm="Withdraw"
      empty={{ why: '' }}
      body={() => ({})}
    >
      {() =>
        offer && (
          <p>
            {offer.by} offered this ticket to {offer.email} on {momentOf(offer.offered)}. The link works until{' '}
            {momentOf(offer.expires)}.
          </p>
        )
      }
    </ActDialog>
  );
};
