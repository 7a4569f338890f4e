import { brand } from '../content';
import { FanlightMark } from './fanlight-mark';
import styles from './mark.module.css';

/** The logo in brand.yaml (prerender/mark.ts), or the fanlight if that is the logo. */
export function Mark({ className }: { className?: string | undefined }) {
  if (brand.ornament === 'fanlight' && !brand.mark) return <FanlightMark className={className} />;
  return <img src="/mark.svg" alt="" className={[styles.mark, className].filter(Boolean).join(' ')} />;
}

/** The ornament in brand.yaml, if there is one. */
export function Ornament(props: { className?: string | undefined; detailed?: boolean }) {
  return brand.ornament === 'fanlight' ? <FanlightMark {...props} /> : null;
}
