import { dayOf, momentOf } from '../moment';
import * as texts from '../texts';
import type { Invoice, InvoiceParty } from '../types/wire.gen';
import { Fact } from '../ui/fact';
import styles from './document.module.css';
import * as documentTexts from './texts';

/** A receipt is not a tax document, so it is not marked as the original for the recipient. */
const isReceipt = ({ kind }: Invoice) => kind === 'receipt' || kind === 'refund_receipt';

/** An invoice, credit note or receipt, on one A4 page, as rules 46 and 53 of the CGST Rules require. */
export function Document({ of }: { of: Invoice }) {
  return (
    <article className={styles.document} aria-labelledby="document">
      {of.rehearsal && <p className="stamp">{documentTexts.documentOfRehearsal}</p>}
      {of.sample && <p className="stamp">{documentTexts.documentOfSample}</p>}
      {of.credits && <p className="stamp">{documentTexts.creditedBy(of)}</p>}
      {of.refund_due_paise && <p className="stamp">{documentTexts.refundDue(of.refund_due_paise, of.kind)}</p>}
      <header className="fields">
        <Party of={of.supplier} />
        <div className={styles.title}>
          <h2 id="document">{documentTexts.documentKinds[of.kind]}</h2>
          {!isReceipt(of) && <p>{documentTexts.originalForRecipient}</p>}
        </div>
      </header>
      <div className="fields">
        <div>
          <h3>{documentTexts.billedTo}</h3>
          <Party of={of.recipient} />
        </div>
        <dl className={styles.facts}>
          <Fact name={documentTexts.documentNumber} value={of.number} />
          <Fact name={texts.date} value={dayOf(of.issued_at)} />
          {of.original && (
            <Fact
              name={documentTexts.documentAbout}
              value={documentTexts.numberOf(of.original.number, dayOf(of.original.issued_on))}
            />
          )}
          {of.replaces && (
            <Fact
              name={documentTexts.replaces}
              value={documentTexts.numberOf(of.replaces.number, dayOf(of.replaces.issued_on))}
            />
          )}
          <Fact name={documentTexts.documentReason} value={of.reason} />
          <Fact name={documentTexts.placeOfSupply} value={of.place_of_supply} />
          {of.place_of_supply && (
            <Fact name={documentTexts.reverseCharge} value={of.reverse_charge ? documentTexts.yes : documentTexts.no} />
          )}
        </dl>
      </div>
      <Lines of={of} />
      <Sums of={of} />
      <p className={styles.words}>{of.in_words}</p>
      {of.tds_paise && of.tds_paise < of.total_paise && (
        <p className={styles.words}>
          {documentTexts.receivedAndDeducted(
            documentTexts.exactRupees(of.total_paise - of.tds_paise),
            documentTexts.exactRupees(of.tds_paise),
          )}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name={texts.paid} value={momentOf(of.paid_at)} />
        {of.refunded_at !== undefined && (
          <Fact
            name={documentTexts.refundMade}
            value={of.refunded_at ? momentOf(of.refunded_at) : documentTexts.notRefundedYet}
          />
        )}
        <Fact name={documentTexts.paymentReference} value={of.payment_name} />
        <Fact name={texts.bookingCode} value={of.booking_code} />
      </dl>
      <footer className={styles.foot}>
        <p>
          {documentTexts.forSupplier(of.supplier.name)}
          {of.signatory && (
            <>
              <br />
              {of.signatory}
            </>
          )}
        </p>
        <p>{documentTexts.noSignature}</p>
        {of.note && <p>{of.note}</p>}
      </footer>
    </article>
  );
}

function Party({ of }: { of: InvoiceParty }) {
  const state = of.state && of.state_code ? documentTexts.stateWithCode(of.state, of.state_code) : of.state;
  const place = [state, of.pin].filter(Boolean).join(', ');
  return (
    <address className={styles.party}>
      <b>{of.name}</b>
      {of.address && <span>{of.address}</span>}
      {place && <span>{place}</span>}
      {of.gstin && <span>{documentTexts.gstin(of.gstin)}</span>}
    </address>
  );
}

const Lines = ({ of }: { of: Invoice }) => (
  <table className={styles.lines}>
    <thead>
      <tr>
        <th scope="col">{documentTexts.lineDescription}</th>
        <th scope="col">{of.place_of_supply ? documentTexts.taxableValue : documentTexts.amount}</th>
      </tr>
    </thead>
    <tbody>
      {of.lines.map((line) => (
        <tr key={line.description}>
          <td>
            {line.description}
            {line.sac && <small>{documentTexts.serviceCode(line.sac, line.rate_percent ?? 0)}</small>}
          </td>
          <td>{documentTexts.exactRupees(line.taxable_paise)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Sums({ of }: { of: Invoice }) {
  const rate = of.lines[0]?.rate_percent ?? 0;
  const sums: [string, number | undefined][] = [
    [documentTexts.taxableValue, of.place_of_supply ? of.taxable_paise : undefined],
    [documentTexts.taxHead('CGST', rate / 2), of.cgst_paise],
    [documentTexts.taxHead('SGST', rate / 2), of.sgst_paise],
    [documentTexts.taxHead('IGST', rate), of.igst_paise],
    [documentTexts.rounding, of.rounding_paise],
    [texts.total, of.total_paise],
  ];
  return (
    <dl className={styles.sums}>
      {sums.map(([name, paise]) => (
        <Fact key={name} name={name} value={paise === undefined ? undefined : documentTexts.exactRupees(paise)} />
      ))}
    </dl>
  );
}
