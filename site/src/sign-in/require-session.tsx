import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useUserStore } from '../device/session';
import { useAlive } from '../device/use-alive';
import { Loading } from '../ui/loading';

/**
 * Sends a signed-out visitor to the sign-in page, which leads back afterwards. Stands inside the page, whose head needs
 * nobody.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const alive = useAlive();
  const { isAuthenticated } = useUserStore();
  const { pathname, hash } = useLocation();
  if (!alive) return <Loading />;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: pathname + hash }} replace />;
  return children;
}
