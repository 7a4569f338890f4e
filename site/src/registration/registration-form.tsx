import { lazy, Suspense } from 'react';
import { sheetOf } from '../content';
import { useOnline } from '../device/use-online';
import { textOf, withSpouse } from '../form/rules';
import { prepareMasking } from '../form/use-picture';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { FormGroups, masking } from './form-groups';
import { amountOf } from './payload';
import styles from './registration-form.module.css';
import { Summary } from './summary';
import { type RegistrationForm as Form, useRegistration } from './use-registration';

/** On the first input, loads modules that the form may need later, so that it works even if the connection is lost. */
function prepare(): void {
  import('../ui/toaster').catch(() => undefined);
  if (masking) prepareMasking().catch(() => undefined);
}

/** Few visitors have an unpaid registration. */
const Unpaid = lazy(() => import('./unpaid'));

export function RegistrationForm({ category }: { category: Category }) {
  const form = useRegistration(category);
  const spouse = withSpouse(form.book, form.values);

  return (
    <div className={styles.layout}>
      <form
        id="registrationForm"
        className={styles.form}
        onSubmit={form.submit}
        onFocus={prepare}
        noValidate
        aria-label={sheetOf('/bookings')?.title ?? category.name}
      >
        {form.restored && form.phase === 'filling' && <Restored erase={form.erase} />}
        <FormGroups form={form} />
        <Submission form={form} />
      </form>
      <Summary
        category={category}
        spouse={spouse}
        amount={amountOf(form.book, form.values)}
        changedTotal={form.refusal?.amount}
      />
    </div>
  );
}

function Restored({ erase }: { erase(): void }) {
  return (
    <div className={styles.note} role="status">
      <p>{texts.draftRestored}</p>
      <Button look="quiet" onClick={() => confirm(texts.eraseQuestion) && erase()}>
        {texts.eraseDraft}
      </Button>
    </div>
  );
}

function Submission({ form }: { form: Form }) {
  const online = useOnline();
  const { refusal, phase } = form;
  return (
    <div className={styles.submission}>
      {!online && !refusal && (
        <p className={styles.note} role="status">
          {texts.offlineForm}
        </p>
      )}
      {refusal?.notice && (
        <div className={styles.refusal} role="alert">
          <p>{refusal.notice}</p>
          {refusal.unpaid && (
            <Suspense fallback={<Loading />}>
              <Unpaid bookingID={refusal.unpaid.bookingID} email={textOf(form.values, 'email')} onProved={form.again} />
            </Suspense>
          )}
          {refusal.signIn && <a href="/login">{texts.signInToSeeTicket}</a>}
        </div>
      )}
      <Button type="submit" wide busy={phase !== 'filling'} disabled={form.uploads.busy}>
        {buttonText(form)}
      </Button>
      <Button
        look="quiet"
        className={styles.erase}
        disabled={phase !== 'filling'}
        onClick={() => confirm(texts.eraseQuestion) && form.erase()}
      >
        {texts.eraseEverything}
      </Button>
    </div>
  );
}

function buttonText({ phase, uploads }: Form): string {
  if (uploads.busy) return texts.uploading;
  if (phase === 'redirecting') return texts.redirectingToPayment;
  return phase === 'submitting' ? texts.submitting : texts.submit;
}
