import { registration } from '../content';

const mailbox = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** The email address in the notice becomes a link. */
export function IDNotice() {
  const { notice } = registration.id_document;
  const address = mailbox.exec(notice)?.[0];
  const [before, ...after] = address ? notice.split(address) : [notice];
  return (
    <p className="callout whole">
      {before}
      {address && <a href={`mailto:${address}`}>{address}</a>}
      {after.join(address)}
    </p>
  );
}
