import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Loading } from '../ui/loading';
import { useUserStore } from './session';
import styles from './shell.module.css';
import { useAlive } from './use-alive';

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
