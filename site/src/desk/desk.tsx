// Who sits here decides what there is: the sign-in, or the rooms inside their frame.
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { ErrorBoundary } from '../sections/error-boundary';
import type { Permission } from '../types/wire.gen';
import { type Answer, call, type Failure, setHost } from './call';
import { useTouch } from './confirm-passkey';
import { forgetTyped } from './drafts';
import { Frame } from './frame';
import { type Me, type MeAnswer, MeContext, useMe, withClock } from './me';
import { firstRoom, maySee, type Room, rooms } from './pages';
import { roleName } from './roles';
import { SignIn } from './sign-in';
import { Sheet } from './ui/page';
import { Failed, Loading, Nothing } from './ui/states';

type Session =
  | { state: 'asking' }
  | { state: 'out'; why?: string }
  | { state: 'failed'; answer: Failure }
  | { state: 'in'; me: Me };

export function Desk() {
  const [session, setSession] = useState<Session>({ state: 'asking' });
  const { dialog, touch } = useTouch();

  const { pathname } = useLocation();
  const navigate = useNavigate();

  const ask = useCallback(async () => {
    const answer: Answer<MeAnswer> = await call<MeAnswer>('sign-in/me');
    const me = answer.ok && !answer.body.signed_out ? withClock(answer.body) : undefined;
    if (me) setSession({ state: 'in', me });
    else if (answer.ok || answer.problem?.code === 401) setSession({ state: 'out' });
    else setSession({ state: 'failed', answer });
    return me;
  }, []);

  // Who signs in where somebody else has sat may not see that room.
  const enter = async () => {
    const me = await ask();
    if (me && !maySee(pathname, me.permissions)) navigate('/', { replace: true });
  };

  useEffect(() => {
    const signedOut = () =>
      setSession((now) =>
        now.state === 'in'
          ? {
              state: 'out',
              why: 'You were signed out, because nothing was done for a while or the day was over. What you had typed is kept.',
            }
          : { state: 'out' },
      );
    setHost({ signedOut, touch });
    ask();
  }, [ask, touch]);

  const leave = async () => {
    await call('sign-out');
    forgetTyped();
    setSession({ state: 'out', why: 'You are signed out.' });
  };

  switch (session.state) {
    case 'asking':
      return <Loading label="Opening the desk…" />;
    case 'failed':
      return <Failed failed={session.answer} retry={ask} />;
    case 'out':
      return <SignIn why={session.why} onDone={enter} />;
    case 'in':
      return (
        <MeContext value={session.me}>
          <Frame onLeave={leave}>
            <ErrorBoundary>
              <Rooms />
            </ErrorBoundary>
          </Frame>
          {dialog}
        </MeContext>
      );
  }
}

function Rooms(): ReactNode {
  const { permissions } = useMe();
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        {rooms.map((room) => (
          <Route key={room.path} path={room.path} element={<Door to={room} permissions={permissions} />} />
        ))}
        <Route path="*" element={<Nothing title="There is no such room.">The index names all of them.</Nothing>} />
      </Routes>
    </Suspense>
  );
}

/** A room, for who may see it. Whoever types the address of another one is told so; the first one leads to theirs. */
function Door({ to: { path, sheet, title, Page }, permissions }: { to: Room; permissions: Permission[] }) {
  if (maySee(path, permissions)) return <Page />;
  if (path === '/') return <Navigate to={firstRoom(permissions)} replace />;
  return (
    <Sheet number={sheet} title={title}>
      <Closed />
    </Sheet>
  );
}

function Closed() {
  const { role } = useMe();
  return (
    <Nothing title={`Your role (${roleName(role)}) does not open this room.`}>
      The index names the rooms that it opens. Who needs another one asks an organiser for another role.
    </Nothing>
  );
}
