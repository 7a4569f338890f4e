// The form of whoever accepts a ticket.
import { sheetOf } from '../content';
import type { Category } from '../types/content.gen';
import type { TransferResponse } from '../types/wire.gen';
import { Button, LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { FormGroups } from './registration-form';
import styles from './registration-form.module.css';
import { settled, useTransfer } from './use-transfer';

interface TransferFormProps {
  category: Category;
  offer: TransferResponse;
  token: string;
  onTaken(): void;
}

export function TransferForm({ category, offer, token, onTaken }: TransferFormProps) {
  const form = useTransfer(category, offer, token, onTaken);
  if (form.ticket) {
    return (
      <EmptyState level={2} title="The ticket is yours" actions={<LinkButton href="/login">Sign in</LinkButton>}>
        <p>We'll send the confirmation to {offer.email}. Sign in with that address to see the ticket.</p>
      </EmptyState>
    );
  }
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-label={sheetOf('/transfer')?.title}>
      <p className={styles.note}>
        The ticket is for {offer.email}
        {offer.spouse ? ', with a spouse' : ''}.
      </p>
      <FormGroups form={form} settled={settled} />
      <div className={styles.submission}>
        {form.notice && (
          <div className={styles.refusal} role="alert">
            <p>{form.notice}</p>
          </div>
        )}
        <Button type="submit" wide busy={form.sending} disabled={form.uploads.busy}>
          {form.uploads.busy ? 'Please wait file uploading...' : 'Accept ticket'}
        </Button>
      </div>
    </form>
  );
}
