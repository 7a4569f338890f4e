import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useUserStore } from '../device/session';
import { useHydrated } from '../device/use-hydrated';
import * as texts from '../texts';
import styles from '../ui/sheet-title.module.css';

/** After signing in, the visitor returns to this page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const { isAuthenticated } = useUserStore();
  const { pathname, hash } = useLocation();
  if (!hydrated)
    return (
      <p className={styles.lead} role="status">
        {texts.loadingAccount}
      </p>
    );
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: pathname + hash }} replace />;
  return children;
}
