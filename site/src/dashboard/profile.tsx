import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { Fact } from '../ui/fact';
import { Loading } from '../ui/loading';
import { Avatar } from './avatar';
import styles from './dashboard.module.css';
import { signOut } from './sign-out';

/** Needed only by those who press the button. */
const ProfileEditor = lazy(() => import('./profile-editor'));

interface ProfileProps {
  user: UserData;
  /** Whether tickets of other people came to this address, too. */
  shared: boolean;
}

/** Whose profile the mailbox has, with the way to change it and the way out. */
export function Profile({ user, shared }: ProfileProps) {
  const [mode, setMode] = useState<'shown' | 'edited' | 'shown again'>('shown');
  const editing = mode === 'edited';
  return (
    <section className={styles.section} aria-label="Your profile">
      <div className={styles.person}>
        <Avatar user={user} />
        <div className={styles.who}>
          <p className={styles.name}>
            {user.firstname} {user.lastname}
          </p>
          <p className={styles.muted}>{user.email}</p>
          {shared && (
            <p className={styles.muted}>
              Several people have tickets under this address. This is the profile of {user.firstname} {user.lastname}{' '}
              alone; editing it changes nothing of the others, whose names stand on their tickets.
            </p>
          )}
          <div className={styles.buttons}>
            {!editing && (
              // Whoever has finished goes on from where the editing began.
              <Button look="outline" autoFocus={mode === 'shown again'} onClick={() => setMode('edited')}>
                Edit profile
              </Button>
            )}
            <Leave />
          </div>
        </div>
      </div>
      {editing ? (
        <Suspense fallback={<Loading />}>
          <ProfileEditor user={user} onClose={() => setMode('shown again')} />
        </Suspense>
      ) : (
        <Facts user={user} />
      )}
    </section>
  );
}

function Facts({ user }: { user: UserData }) {
  const facts: [string, string][] = [
    ['Mobile number', user.mobile],
    ['Institute', user.institute_name],
    ['Membership number', user.membership_no],
    ['Company', user.company_name],
    ['Designation', user.designation],
    ['City', [user.city, user.state, user.country].filter(Boolean).join(', ')],
    ['GST number', user.gst_no],
  ];
  const known = facts.filter(([, value]) => value);
  // Whoever has given a ticket away has none of them any more.
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

/** The server goes on knowing a browser that is signed out, so that strangers cannot keep its owner from signing in. */
function Leave() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async (forget: boolean) => {
    setBusy(true);
    await signOut({ forget });
    void navigate('/login', { replace: true });
  };
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => leave(false)}>
        Sign out
      </Button>
      <Button
        look="quiet"
        disabled={busy}
        onClick={() => leave(true)}
        title="For a device that others use: signs out, and this browser is a stranger again"
      >
        Forget this device
      </Button>
    </>
  );
}
