import { dayOf, momentOf } from '../moment';
import * as texts from '../texts';
import type { Invoice, InvoiceParty } from '../types/wire.gen';
import { Facts } from '../ui/facts';
import styles from './document.module.css';
import * as documentTexts from './texts';

/** A receipt is not a tax document, so it is not marked as the original for the recipient. */
const isReceipt = ({ kind }: Invoice) => kind === 'receipt' || kind === 'refund_receipt';

/** An invoice, credit note or receipt, on one A4 page, as rules 46 and 53 of the CGST Rules require. */
export function Document({ of }: { of: Invoice }) {
  const refunded = of.refunded_at && momentOf(of.refunded_at);
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
        <Facts
          className={styles.facts}
          of={[
            [documentTexts.documentNumber, of.number],
            [texts.date, dayOf(of.issued_at)],
            [documentTexts.documentAbout, of.original && documentTexts.dated(of.original)],
            [documentTexts.replaces, of.replaces && documentTexts.dated(of.replaces)],
            [documentTexts.documentReason, of.reason],
            [documentTexts.placeOfSupply, of.place_of_supply],
            [documentTexts.reverseCharge, of.place_of_supply && documentTexts.yesOrNo(of.reverse_charge)],
          ]}
        />
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
      <Facts
        className={styles.facts}
        of={[
          [of.original ? documentTexts.originalPayment : texts.paid, momentOf(of.paid_at)],
          [documentTexts.paymentReference, of.payment_name],
          [documentTexts.refundMade, of.refunded_at === '' ? documentTexts.notRefundedYet : refunded],
          [documentTexts.refundReference, of.refund_name],
          [texts.bookingCode, of.booking_code],
        ]}
      />
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
  const address = [of.address, of.pin].filter(Boolean).join(' ');
  const place = [address, state].filter(Boolean).join(', ');
  return (
    <address className={styles.party}>
      <b>{of.name}</b>
      {of.company && <span>{of.company}</span>}
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
  const sum = (paise?: number) => (paise === undefined ? undefined : documentTexts.exactRupees(paise));
  return (
    <Facts
      className={styles.sums}
      of={[
        [documentTexts.taxableValue, sum(of.place_of_supply ? of.taxable_paise : undefined)],
        [documentTexts.taxHead('CGST', rate / 2), sum(of.cgst_paise)],
        [documentTexts.taxHead('SGST', rate / 2), sum(of.sgst_paise)],
        [documentTexts.taxHead('IGST', rate), sum(of.igst_paise)],
        [documentTexts.rounding, sum(of.rounding_paise)],
        [texts.total, sum(of.total_paise)],
      ]}
    />
  );
}
