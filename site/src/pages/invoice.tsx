import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { fetchInvoice, reasonOf } from '../api';
import { sheetOf } from '../content';
import type { Answer } from '../http';
import { dayOf } from '../moment';
import { Document } from '../payment/document';
import styles from '../payment/document.module.css';
import * as documentTexts from '../payment/texts';
import { Shell } from '../sections/shell';
import { RequireSession } from '../sign-in/require-session';
import * as texts from '../texts';
import type { InvoiceResponse } from '../types/wire.gen';
import { Button, LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/loading';
import { SheetTitle } from '../ui/sheet-title';
import { unlessLeft } from '../unless-left';

const BuyerEditor = lazy(() => import('../payment/buyer-editor'));

/** A tax invoice, credit note or receipt, for the person who paid. */
export default function InvoicePage() {
  const { id = '' } = useParams();
  return (
    <Shell>
      <SheetTitle {...sheetOf('/invoice')} />
      <RequireSession>
        <One key={id} id={id} />
      </RequireSession>
    </Shell>
  );
}

function One({ id }: { id: string }) {
  const [shown, setShown] = useState<InvoiceResponse>();
  const [failure, setFailure] = useState<Answer<InvoiceResponse> & { ok: false }>();
  useEffect(() => {
    const show = (answer: Answer<InvoiceResponse>) => (answer.ok ? setShown(answer.body) : setFailure(answer));
    return unlessLeft(fetchInvoice(id), show);
  }, [id]);
  if (shown) return <Shown of={shown} />;
  if (!failure) return <Loading />;
  return (
    <EmptyState
      title={reasonOf(failure)}
      actions={
        <>
          {failure.problem?.code !== 404 && <Button onClick={() => location.reload()}>{texts.tryAgain}</Button>}
          <LinkButton href="/dashboard" look="outline">
            {documentTexts.allDocuments}
          </LinkButton>
        </>
      }
    />
  );
}

function Shown({ of: { invoice, correct_until, no_more } }: { of: InvoiceResponse }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(hash === '#correct' && !!correct_until);
  return (
    <div className={styles.page}>
      {invoice.lacks_address && <p className="no-print">{documentTexts.invoiceLacksAddress}</p>}
      {editing && (
        <Suspense fallback={<Loading />}>
          <BuyerEditor
            invoice={invoice}
            onClose={(next) => {
              setEditing(false);
              if (next) navigate(`/invoice/${next.id}`, { replace: true });
            }}
          />
        </Suspense>
      )}
      <Document of={invoice} />
      <div className="cluster no-print">
        <Button onClick={() => print()}>{texts.print}</Button>
        {correct_until && !editing && (
          <Button look="outline" onClick={() => setEditing(true)}>
            {documentTexts.correctBuyer}
          </Button>
        )}
        {invoice.replaced_by && (
          <Link to={`/invoice/${invoice.replaced_by.id}`}>{documentTexts.open(invoice.replaced_by.number)}</Link>
        )}
        <Link to="/dashboard">{documentTexts.allDocuments}</Link>
      </div>
      {correct_until && <p className="no-print">{documentTexts.correctUntil(dayOf(correct_until))}</p>}
      {no_more && <p className="no-print">{no_more}</p>}
    </div>
  );
}
