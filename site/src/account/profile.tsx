import { Suspense, lazy, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { Avatar } from './avatar';
import { Fact } from './fact';
import { signOut } from './sign-out';
import styles from './account.module.css';

/** Needed only by those who press the button. */
const ProfileEditor = lazy(() => import('./profile-editor'));

/** Who is signed in, with the way to change it and the way out. */
export function Profile({ user }: { user: UserData }) {
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
          <div className={styles.buttons}>
            {!editing && (
              // Whoever has finished goes on from where the editing began.
              <Button look="outline" autoFocus={mode === 'shown again'} onClick={() => setMode('edited')}>
                Edit profile
              </Button>
            )}
            <SignOut />
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
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
    </dl>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    void navigate('/login', { replace: true });
  };
  return (
    <Button look="quiet" busy={busy} onClick={leave}>
      Sign out
    </Button>
  );
}
