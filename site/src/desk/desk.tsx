import { type ReactNode, Suspense, startTransition, useCallback, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { badge } from '../content';
import { ErrorBoundary } from '../sections/error-boundary';
import type { DeskMeResponse } from '../types/wire.gen';
import { type Answer, call, type Failure, setHost } from './call';
import { useConfirmation } from './confirm-passkey';
import { forgetTyped } from './drafts';
import { Frame } from './frame';
import { type Me, MeContext, useMe, withClock } from './me';
import { type DeskPageEntry, firstPage, maySee, pageAt, pages } from './pages';
import { SignIn } from './sign-in';
import * as texts from './texts';
import { DeskPage } from './ui/page';
import { Failed, Loading, Nothing } from './ui/states';

type Session =
  | { state: 'asking' }
  | { state: 'out'; why?: string }
  | { state: 'failed'; answer: Failure }
  | { state: 'in'; me: Me };

export function Desk() {
  const [session, setSession] = useState<Session>({ state: 'asking' });
  const { dialog, confirmPasskey } = useConfirmation();

  const { pathname } = useLocation();
  const navigate = useNavigate();

  const ask = useCallback(async () => {
    const answer: Answer<DeskMeResponse> = await call<DeskMeResponse>('sign-in/me');
    const me = answer.ok && !answer.body.signed_out ? withClock(answer.body) : undefined;
    if (me) startTransition(() => setSession({ state: 'in', me }));
    else if (answer.ok || answer.problem?.code === 401) setSession({ state: 'out' });
    else setSession({ state: 'failed', answer });
    return me;
  }, []);

  // The previous member may have signed out on a page that this member may not see.
  const enter = async () => {
    const me = await ask();
    if (me && !maySee(pathname, me.permissions)) navigate('/', { replace: true });
  };

  useEffect(() => {
    const signedOut = () =>
      setSession((now) => {
        if (now.state === 'out') return now; // a late response must not remove the reason
        return now.state === 'in' ? { state: 'out', why: texts.sessionEnded } : { state: 'out' };
      });
    setHost({ signedOut, confirmPasskey });
    ask();
  }, [ask, confirmPasskey]);

  // The page's script loads while the server checks who is signed in. React reports a script that cannot be loaded.
  useEffect(
    () =>
      void pageAt(pathname)
        ?.load()
        .catch(() => {}),
    [pathname],
  );

  const leave = async () => {
    await call('sign-out');
    forgetTyped();
    setSession({ state: 'out', why: texts.signedOut });
  };

  switch (session.state) {
    case 'asking':
      return null; // the page's HTML says that the desk is opening
    case 'failed':
      return <Failed failed={session.answer} retry={ask} />;
    case 'out':
      return <SignIn why={session.why} onDone={enter} />;
    case 'in':
      return (
        <MeContext value={session.me}>
          <Frame onLeave={leave}>
            <ErrorBoundary>
              <Pages />
            </ErrorBoundary>
          </Frame>
          {dialog}
        </MeContext>
      );
  }
}

function Pages(): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        {pages.map((page) => (
          <Route key={page.path} path={page.path} element={<Guarded {...page} />} />
        ))}
        <Route path="*" element={<Nothing title={texts.noSuchPage}>{texts.seeMenu}</Nothing>} />
      </Routes>
    </Suspense>
  );
}

/** The address /desk leads to the first page that the role may see. */
function Guarded({ path, number, title, Page }: DeskPageEntry) {
  const { role, permissions } = useMe();
  if (path === '/badges' && !badge)
    return (
      <DeskPage number={number} title={title}>
        <Nothing title={texts.noBadgeFile}>{texts.noBadgeFileHelp}</Nothing>
      </DeskPage>
    );
  if (maySee(path, permissions)) return <Page />;
  if (path === '/') return <Navigate to={firstPage(permissions)} replace />;
  return (
    <DeskPage number={number} title={title}>
      <Nothing title={texts.roleMayNotSee(role)}>{texts.roleMayNotSeeHelp}</Nothing>
    </DeskPage>
  );
}
