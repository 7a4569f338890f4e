import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { brand, event } from '../content';
import { useOnline } from '../device/use-online';
import { Mark } from '../ui/mark';
import { filterText, isAsked } from './field-names';
import { focusFirstRow, type SearchTarget } from './focus';
import { momentOf } from './format';
import styles from './frame.module.css';
import { timeAtServer, useMe } from './me';
import { pageAt, pagesFor } from './pages';
import { ShortcutHelp } from './shortcut-help';
import * as texts from './texts';
import { useReturn } from './use-return';
import { useShortcuts } from './use-shortcuts';

export function Frame({ children, onLeave }: { children: ReactNode; onLeave: () => void }) {
  const me = useMe();
  const online = useOnline();
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  useShortcuts(me.permissions, { search: () => search.current?.focus(), help: () => setHelping(true) });
  useArrival();
  useReturn();

  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <a href="#room" className={`unseen ${styles.skip}`}>
          {texts.skipToPage}
        </a>
        <a className={styles.name} href="/" title={texts.publicSite}>
          <Mark className={styles.mark} />
          <span>
            <span className={styles.event}>{event.name}</span> <span className={styles.place}>{texts.desk}</span>
          </span>
        </a>
        {me.permissions.includes('registrations.view') && <Search field={search} />}
        <Who onLeave={onLeave} onHelp={() => setHelping(true)} />
      </header>
      <nav className={styles.index} aria-label={texts.menu}>
        {pagesFor(me.permissions).map(({ path, number, title }) => (
          <NavLink key={path} to={path} end={path === '/'} className={({ isActive }) => (isActive ? styles.here : '')}>
            {brand.drawing_set && <span className={styles.number}>{number}</span>} {title}
          </NavLink>
        ))}
      </nav>
      <main id="room" className={styles.page} tabIndex={-1}>
        {!online && (
          <p className="notice wrong no-print" role="status">
            {texts.offline}
          </p>
        )}
        <Printed />
        {children}
      </main>
      {helping && <ShortcutHelp onClose={() => setHelping(false)} />}
    </div>
  );
}

/** Shown only on paper. */
function Printed() {
  const me = useMe();
  const { name, rehearsal } = me;
  const { search } = useLocation();
  const [at, setAt] = useState(() => timeAtServer(me));
  useEffect(() => {
    const now = () => flushSync(() => setAt(timeAtServer(me)));
    addEventListener('beforeprint', now);
    return () => removeEventListener('beforeprint', now);
  }, [me]);
  return (
    <p className={styles.printed} data-printed>
      {rehearsal && texts.printedInRehearsal} {texts.printedBy(name, momentOf(at.toISOString()))} {filterText(search)}
    </p>
  );
}

/** When a new page opens, sets the window's title, scrolls to the top, and moves the focus to the page. */
function useArrival(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useLayoutEffect(() => {
    document.title = `${pageAt(pathname)?.title ?? texts.deskTitle} · ${texts.deskOf(event.name)}`;
    if (!first.current) document.getElementById('room')?.focus({ preventScroll: true });
    first.current = false;
    scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
}

/** Searches registrations. Enter opens the list, or the only registration found; ↓ moves to the list's first row. */
function Search({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  const listed = new URLSearchParams(pathname === '/registrations' ? search : '');
  const asked = listed.get('q') ?? '';
  // The search box shows the list's current search; once a result has been opened, it is empty.
  useEffect(() => setText(asked), [asked]);
  const go = (target: SearchTarget) => {
    listed.delete('page');
    if (text.trim()) listed.set('q', text.trim());
    else listed.delete('q');
    navigate(`/registrations?${listed}`, { state: { target: text.trim() ? target : undefined } });
  };
  const submit = (submitted: React.FormEvent) => {
    submitted.preventDefault();
    go('one');
  };
  const press = (pressed: React.KeyboardEvent) => {
    if (pressed.key !== 'ArrowDown') return;
    pressed.preventDefault();
    // If the list below shows the results of another search, search first.
    if (text.trim() && text.trim() !== asked) go('first');
    else focusFirstRow();
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor="desk-search" className="unseen">
          {texts.search}
        </label>
        <input
          ref={field}
          id="desk-search"
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          placeholder={texts.searchPlaceholder(isAsked('mobile'))}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="/"
        />
        <span className={styles.hint} aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </form>
    </search>
  );
}

function Who({ onLeave, onHelp }: { onLeave: () => void; onHelp: () => void }) {
  const { name, role } = useMe();
  return (
    <div className={styles.who}>
      <span className={styles.person}>
        <span className={styles.own}>{name}</span> <span className={styles.role}>{texts.roleName(role)}</span>
      </span>
      <button type="button" onClick={onHelp} className={`link ${styles.quiet}`} title={texts.shortcutsTitle}>
        {texts.shortcuts}
      </button>
      <button type="button" onClick={onLeave} className={`link ${styles.quiet}`}>
        {texts.signOut}
      </button>
    </div>
  );
}
