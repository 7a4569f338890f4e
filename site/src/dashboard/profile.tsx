import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { answerText } from '../answer-text';
import { event, registration } from '../content';
import * as texts from '../texts';
import type { UserData } from '../types/wire.gen';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { Loading } from '../ui/loading';
import { Avatar, nameOf } from './avatar';
import styles from './dashboard.module.css';
import { signOut } from './sign-out';
import * as dashboardTexts from './texts';

const ProfileEditor = lazy(() => import('./profile-editor'));

interface ProfileProps {
  user: UserData;
  /** Whether other people's tickets were sent to the same email address. */
  shared: boolean;
}

/** The account's profile, with buttons to edit it and to sign out. */
export function Profile({ user, shared }: ProfileProps) {
  const [mode, setMode] = useState<'shown' | 'edited' | 'shown again'>('shown');
  const [photoKept, setPhotoKept] = useState(false);
  const editing = mode === 'edited';
  const { support_email } = event.organiser;
  const name = nameOf(user);
  return (
    <section className={styles.section} aria-label={texts.yourProfile}>
      <div className={styles.person}>
        <Avatar user={user} />
        <div className={styles.who}>
          <p className={styles.name}>{name}</p>
          <p className={styles.muted}>{user.email}</p>
          {photoKept && (
            <p role="status">
              {texts.photoKept}
              <a href={`mailto:${support_email}`}>{support_email}</a>
            </p>
          )}
          {shared && <p className={styles.muted}>{dashboardTexts.sharedAddress(name)}</p>}
          <div className={`cluster ${styles.buttons}`}>
            {!editing && (
              // After editing, the focus returns to this button.
              <Button look="outline" autoFocus={mode === 'shown again'} onClick={() => setMode('edited')}>
                {texts.editProfile}
              </Button>
            )}
            <Leave />
          </div>
        </div>
      </div>
      {editing ? (
        <Suspense fallback={<Loading />}>
          <ProfileEditor
            user={user}
            onClose={(kept) => {
              setPhotoKept((before) => before || kept);
              setMode('shown again');
            }}
          />
        </Suspense>
      ) : (
        <UserFacts user={user} />
      )}
    </section>
  );
}

/** Shown above the facts, combined in one line, or not shown. */
const shownElsewhere = ['firstname', 'lastname', 'email', 'gender', 'dob', 'country', 'state', 'city'];

function UserFacts({ user }: { user: UserData }) {
  const facts: [string, string][] = [
    ...registration.fields
      .filter(({ kind, name }) => kind !== 'upload' && !shownElsewhere.includes(name))
      .map((field): [string, string] => [
        field.label,
        field.own ? answerText(field, user.answers?.[field.name] ?? '') : (user[field.name as 'mobile'] ?? ''),
      ]),
    [texts.place, [user.city, user.state, user.country].filter(Boolean).join(', ')],
  ];
  // The profile is empty for somebody who has transferred their ticket.
  return <Facts className={styles.facts} of={facts} />;
}

/** The server remembers this browser (known-device.ts) unless the visitor asks to forget it. */
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
        {texts.signOut}
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => leave(true)} title={texts.forgetDeviceHelp}>
        {texts.forgetDevice}
      </Button>
    </>
  );
}
