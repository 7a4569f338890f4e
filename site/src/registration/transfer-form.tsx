import { sheetOf } from '../content';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import type { TransferResponse } from '../types/wire.gen';
import { Button, LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { FormGroups } from './form-groups';
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
      <EmptyState level={2} title={texts.transferDone} actions={<LinkButton href="/login">{texts.signIn}</LinkButton>}>
        <p>{texts.transferDoneHelp(offer.email)}</p>
      </EmptyState>
    );
  }
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-label={sheetOf('/transfer')?.title}>
      <p className={styles.note}>{texts.transferFor(offer.email, offer.spouse)}</p>
      <FormGroups form={form} settled={settled} />
      <div className={styles.submission}>
        {form.notice && (
          <div className={styles.refusal} role="alert">
            <p>{form.notice}</p>
          </div>
        )}
        <Button type="submit" wide busy={form.sending} disabled={form.uploads.busy}>
          {form.uploads.busy ? texts.uploading : texts.transferAccept}
        </Button>
      </div>
    </form>
  );
}
