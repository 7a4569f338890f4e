import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Loading as LoadingMark } from '../../ui/loading';
import { Ornament } from '../../ui/mark';
import { type Failure, reasonOf } from '../call';
import * as texts from '../texts';
import { type Data, refresh } from '../use-data';
import styles from './states.module.css';

export const Loading = () => (
  <div className={styles.state}>
    <LoadingMark label={texts.loading} />
  </div>
);

/** An empty list: what it means, and what to do next. */
export const Nothing = ({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) => (
  <div className={styles.state}>
    <Ornament className={styles.mark} />
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.text}>{children}</div>}
    {actions}
  </div>
);

interface FailedProps {
  failed: Failure;
  retry?: () => void;
  /** A link or button that replaces "Try again" if the server has refused the request. */
  instead?: ReactNode;
}

export function Failed({ failed, retry = refresh, instead }: FailedProps) {
  const wrong = [...new Set(Object.values(failed.problem?.fields ?? {}))]; // filters come from the address
  const reasons = wrong.length > 0 ? wrong : [failed.problem ? reasonOf(failed) : texts.asksAgain];
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{failed.problem ? texts.notShown : texts.notReached}</p>
      <div className={styles.text}>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
      {wrong.length > 0 && instead ? (
        instead
      ) : (
        <Button look="outline" onClick={retry}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  );
}

interface ShownProps<T> {
  data: Data<T>;
  instead?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows data, or why there is none yet: `<Shown data={useData(…)}>{(data) => …}</Shown>`. */
export function Shown<T>({ data: { data, failed }, instead, children }: ShownProps<T>) {
  if (data === undefined) return failed ? <Failed failed={failed} instead={instead} /> : <Loading />;
  return (
    <>
      {failed && (
        <p className="notice wrong" role="status">
          {reasonOf(failed)} {texts.mayBeOld}{' '}
          <button type="button" className="link" onClick={refresh}>
            {texts.askAgain}
          </button>
        </p>
      )}
      {children(data)}
    </>
  );
}
