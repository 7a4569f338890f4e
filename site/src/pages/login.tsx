import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { event } from '../content';
import { useUserStore } from '../device/session';
import { useHydrated } from '../device/use-hydrated';
import { Shell } from '../sections/shell';
import { ownPath } from '../sign-in/own-path';
import { SignIn } from '../sign-in/sign-in';
import styles from '../sign-in/sign-in.module.css';
import * as texts from '../texts';
import { Mark } from '../ui/mark';
import { SocialIcon } from '../ui/social-icon';

type WayBack = { from?: unknown } | null;

/** /login. */
export default function LoginPage() {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const { isAuthenticated } = useUserStore();
  const { state } = useLocation() as { state: WayBack };
  // The page to return to is in the router's state or, if loader.ts has set it, in the browser's history. Only a path
  // on this site is accepted.
  const from = (hydrated && ownPath((state ?? (history.state as WayBack))?.from)) || '/dashboard';

  useEffect(() => {
    if (isAuthenticated) void navigate(from, { replace: true });
  }, [isAuthenticated, navigate, from]);

  return (
    <Shell door>
      <div className={styles.layout}>
        <div className={styles.panel}>
          <Mark className={styles.mark} />
          <SignIn />
          {event.footer.social && (
            <nav className={styles.social} aria-label={texts.elsewhere(event.short_name)}>
              {event.footer.social.map(({ network, url }) => (
                <a key={network} href={url} target="_blank" rel="noopener noreferrer" aria-label={network}>
                  <SocialIcon network={network} />
                </a>
              ))}
            </nav>
          )}
        </div>
      </div>
    </Shell>
  );
}
