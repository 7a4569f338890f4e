// Shown if the desk has rejected an identity document.
import { type FormEvent, useState } from 'react';
import { reasonOf, sendDocument } from '../api';
import { registration } from '../content';
import { IDNotice } from '../form/id-notice';
import { UploadField } from '../form/upload-field';
import { useUploads } from '../form/use-uploads';
import { momentOf } from '../moment';
import * as texts from '../texts';
import type { RejectedDocument } from '../types/wire.gen';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { toast } from '../ui/toast';
import styles from './dashboard.module.css';
import * as dashboardTexts from './texts';

const { fields, uploads: rules, id_document } = registration;
const field = fields.find(({ name }) => name === 'aadharUrl');
const upload = rules?.find(({ kind }) => kind === 'aadhar');

/** The next frame has the messages. */
const focusFault = (form: HTMLElement) =>
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());

function focusTitle(): void {
  const title = document.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  title?.focus();
}

export default function BetterDocument({ of, onSent }: { of: RejectedDocument; onSent: () => void }) {
  const uploads = useUploads();
  const [consent, setConsent] = useState(false);
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});
  const [refusal, setRefusal] = useState('');
  const [sending, setSending] = useState(false);
  if (!field || !upload) return null;
  const handle = uploads.handles.aadharUrl;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const missing = {
      ...(!handle && { aadharUrl: field.required ?? texts.pictureRequired }),
      ...(!consent && { consent: id_document.consent_required }),
    };
    setFaults(missing);
    focusFault(form);
    if (!handle || !consent || uploads.busy) return;
    setSending(true);
    const answer = await sendDocument({ booking_id: of.booking_id, aadharUrl: handle, consent });
    setSending(false);
    if (answer.ok) {
      toast.success(texts.betterDocumentSent);
      focusTitle(); // this form is about to disappear
      return onSent();
    }
    const wrong = answer.problem?.fields ?? {};
    setFaults(wrong);
    focusFault(form);
    setRefusal(Object.keys(wrong).length > 0 ? '' : reasonOf(answer));
    if (wrong.aadharUrl) uploads.setHandle('aadharUrl', undefined);
  };
  return (
    <section className={styles.section} aria-label={texts.betterDocument}>
      <form className={styles.better} onSubmit={send} noValidate>
        <h2>{texts.betterDocument}</h2>
        <p>
          {of.until
            ? dashboardTexts.betterDocumentHelp(of.name, momentOf(of.until))
            : dashboardTexts.betterDocumentLate(of.name)}
        </p>
        {of.reason && <p>{dashboardTexts.betterDocumentReason(of.reason)}</p>}
        <IDNotice />
        <UploadField
          field={field}
          kind="aadhar"
          upload={upload}
          uploads={uploads}
          error={faults.aadharUrl}
          masked={id_document.mode === 'masked'}
          failedMessage={registration.messages.upload_failed}
        />
        <Checkbox
          label={id_document.consent_label}
          checked={consent}
          error={faults.consent}
          onChange={({ target }) => setConsent(target.checked)}
        />
        {refusal && <p role="alert">{refusal}</p>}
        <Button type="submit" busy={sending} disabled={uploads.busy}>
          {texts.sendBetterDocument}
        </Button>
      </form>
    </section>
  );
}
