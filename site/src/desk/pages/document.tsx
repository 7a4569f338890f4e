// D-11: an invoice, a credit note or a receipt, as the payer sees and prints it.
import { Link, useParams } from 'react-router';
import { Document } from '../../payment/document';
import * as generalTexts from '../../texts';
import type { InvoiceResponse } from '../../types/wire.gen';
import { Button } from '../../ui/button';
import * as texts from '../texts';
import { DeskPage } from '../ui/page';
import { Shown } from '../ui/states';
import { useData } from '../use-data';

export default function DocumentPage() {
  const { id = '' } = useParams();
  const data = useData<InvoiceResponse>('document', { id });
  return (
    <DeskPage
      number="D-11"
      title={data.data?.invoice.number ?? texts.document}
      actions={<Button onClick={() => print()}>{generalTexts.print}</Button>}
    >
      <Shown data={data}>
        {({ invoice }) => (
          <>
            <p className="no-print">
              <Link to={`/registration/${invoice.booking_id}`}>{texts.registration}</Link>
            </p>
            <Document of={invoice} />
          </>
        )}
      </Shown>
    </DeskPage>
  );
}
