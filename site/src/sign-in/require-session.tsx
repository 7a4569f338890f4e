import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useUserStore } from '../device/session';
import { useAlive } from '../device/use-alive';
import styles from '../sections/shell.module.css';
import { Loading } from '../ui/loading';

/** Sends a signed-out visitor to the sign-in page, which leads back afterwards. */
export function RequireSession({ children }: { children: ReactNode }) {
  const alive = useAlive();
  const { isAuthenticated } = useUserStore();
  const { pathname, hash } = useLocation();
  if (!alive) return <Waiting />;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: pathname + hash }} replace />;
  return children;
}

/** A page that does not know yet what it will show, as high as the screen. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Loading />
  </div>
);
