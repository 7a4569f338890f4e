// The frame around the rooms: the index of sheets, the search that is always there, who sits here, and the keys.
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { event } from '../content';
import { useOnline } from '../device/use-online';
import { FanlightMark } from '../ui/fanlight-mark';
import { filterInWords } from './field-names';
import { type Sought, toFirstRow } from './first-row';
import { momentOf } from './format';
import styles from './frame.module.css';
import { timeAtServer, useMe } from './me';
import { rooms, roomsFor } from './pages';
import { Help } from './shortcut-help';
import { useReturn } from './use-return';
import { useKeys } from './use-shortcuts';

export function Frame({ children, onLeave }: { children: ReactNode; onLeave: () => void }) {
  const me = useMe();
  const online = useOnline();
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  useKeys(me.permissions, { search: () => search.current?.focus(), help: () => setHelping(true) });
  useArrival();
  useReturn();

  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <a href="#room" className={`unseen ${styles.skip}`}>
          Skip to the room
        </a>
        <a className={styles.name} href="/" title="The public site">
          <FanlightMark className={styles.mark} />
          <span>
            <span className={styles.event}>{event.name}</span> <span className={styles.place}>desk</span>
          </span>
        </a>
        {me.permissions.includes('people.view') && <Search field={search} />}
        <Who onLeave={onLeave} onHelp={() => setHelping(true)} />
      </header>
      <nav className={styles.index} aria-label="Sheets">
        {roomsFor(me.permissions).map(({ path, sheet, title }) => (
          <NavLink key={path} to={path} end={path === '/'} className={({ isActive }) => (isActive ? styles.here : '')}>
            <span className={styles.sheet}>{sheet}</span> {title}
          </NavLink>
        ))}
      </nav>
      <main id="room" className={styles.room} tabIndex={-1}>
        {!online && (
          <p className={styles.offline} role="status">
            No connection. What you see may be old; nothing can be done until it is back. What you type is kept.
          </p>
        )}
        <Printed />
        {children}
      </main>
      {helping && <Help onClose={() => setHelping(false)} />}
    </div>
  );
}

/** What a sheet of paper has to say by itself: who printed it, when, and how its list is filtered. */
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
    <p className={styles.printed}>
      {rehearsal && 'A rehearsal, with invented people and money. '}Printed by {name}, {momentOf(at.toISOString())}.{' '}
      {filterInWords(search)}
    </p>
  );
}

/** A new room is an arrival: its title in the window's, the top of it in sight, the focus in it. */
function useArrival(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useLayoutEffect(() => {
    const name = rooms.find(
      ({ path }) => path === pathname || (path.includes(':') && pathname.startsWith(path.replace(/:.*/, ''))),
    );
    document.title = `${name?.title ?? 'Desk'} · ${event.name} desk`;
    if (!first.current) document.getElementById('room')?.focus({ preventScroll: true });
    first.current = false;
    scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
}

/** Finds people from everywhere: Enter goes to the list, or to the one who is found; ↓ to the first of the list. */
function Search({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  // The list's own search is shown here too, so that there is one box and not two.
  useEffect(() => {
    if (pathname === '/people') setText(new URLSearchParams(search).get('q') ?? '');
  }, [pathname, search]);
  const listed = new URLSearchParams(pathname === '/people' ? search : '');
  const go = (to: Sought) => {
    listed.delete('page');
    if (text.trim()) listed.set('q', text.trim());
    else listed.delete('q');
    navigate(`/people?${listed}`, { state: { sought: text.trim() ? to : undefined } });
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    go('one');
  };
  const press = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'ArrowDown') return;
    pressed.preventDefault();
    // What stands below may be the answer to other words, or another room.
    if (text.trim() && text.trim() !== listed.get('q')) go('first');
    else toFirstRow();
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor="desk-search" className="unseen">
          Search people
        </label>
        <input
          ref={field}
          id="desk-search"
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          placeholder="Name, phone, code, ticket, payment"
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
        {name} <span className={styles.role}>{role}</span>
      </span>
      <button type="button" onClick={onHelp} className={styles.quiet} title="Keys (?)">
        Keys
      </button>
      <button type="button" onClick={onLeave} className={styles.quiet}>
        Sign out
      </button>
    </div>
  );
}
