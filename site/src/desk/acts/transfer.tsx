// Transfer: the ticket is offered to a colleague, who types their own data and consents.
import { TextField } from '../../ui/field';
import { momentOf } from '../format';
import { ActDialog } from './act-dialog';
import type { ActProps } from './act-props';

export function Transfer(props: ActProps) {
  const open = props.pending?.transfer;
  if (open)
    return (
      <ActDialog
        {...props}
        name="transfer-withdraw"
        title="Withdraw the offer"
        confirm="Withdraw"
        empty={{ why: '' }}
        body={() => ({})}
      >
        {() => (
          <p>
            {open.by} offered this ticket to {open.email} on {momentOf(open.offered)}. The link works until{' '}
            {momentOf(open.expires)}.
          </p>
        )}
      </ActDialog>
    );
  return (
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
}
