import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useUserStore } from '../device/session';
import { useAlive } from '../device/use-alive';
import { Waiting } from '../sections/shell';

/** Sends a signed-out visitor to the sign-in page, which leads back afterwards. */
export function RequireSession({ children }: { children: ReactNode }) {
  const alive = useAlive();
  const { isAuthenticated } = useUserStore();
  const { pathname, hash } = useLocation();
  if (!alive) return <Waiting />;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: pathname + hash }} replace />;
  return children;
}
