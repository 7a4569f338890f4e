// What a room shows when it cannot show itself: waiting, nothing there, failed. Each says what can be done.
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { FanlightMark } from '../../ui/fanlight-mark';
import { Loading as Mark } from '../../ui/loading';
import { type Failure, reasonOf } from '../call';
import { type RoomData, refresh } from '../use-data';
import styles from './states.module.css';

export function Loading({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={styles.state}>
      <Mark label={label} />
    </div>
  );
}

/** An empty list is no failure: what it means, and what to do next. */
export function Nothing({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.state}>
      <FanlightMark className={styles.mark} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions}
    </div>
  );
}

interface FailedProps {
  failed: Failure;
  retry?: () => void;
  /** Where to go when what was asked for is refused as it is, and asking again cannot help. */
  instead?: ReactNode;
}

export function Failed({ failed, retry = refresh, instead }: FailedProps) {
  const wrong = [...new Set(Object.values(failed.problem?.fields ?? {}))]; // of an address: no field is marked
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{failed.problem ? 'This could not be shown.' : 'The server was not reached.'}</p>
      <div className={styles.text}>
        {failed.problem ? (
          (wrong.length > 0 ? wrong : [reasonOf(failed)]).map((reason) => <p key={reason}>{reason}</p>)
        ) : (
          <p>Nothing was changed. The desk asks again as soon as there is a connection.</p>
        )}
      </div>
      {wrong.length > 0 && instead ? (
        instead
      ) : (
        <Button look="outline" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface ShownProps<T> {
  room: RoomData<T>;
  /** See Failed. */
  instead?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The states of a room in one place: `<Shown room={useRoom(…)}>{(data) => …}</Shown>`. */
export function Shown<T>({ room, instead, children }: ShownProps<T>) {
  if (room.data === undefined) return room.failed ? <Failed failed={room.failed} instead={instead} /> : <Loading />;
  return (
    <>
      {room.failed && (
        <p className={styles.stale} role="status">
          {reasonOf(room.failed)} What stands below may be old.{' '}
          <button type="button" onClick={refresh}>
            Ask again
          </button>
        </p>
      )}
      {children(room.data)}
    </>
  );
}
