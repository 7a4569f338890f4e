import { event } from '../content';
import * as texts from '../texts';
import { Mark } from '../ui/mark';
import styles from './header.module.css';
import { RegisterButton } from './register-button';

/** On narrow screens, the menu is a popover, which needs no JavaScript. */
export function Header({ current }: { current: string }) {
  return (
    <header className={styles.header}>
      <a href="#main" className={`unseen ${styles.skip}`}>
        {texts.skipToContent}
      </a>
      <div className={`page ${styles.row}`}>
        <a
          href="/"
          className={styles.logo}
          aria-label={texts.homeOf(event.short_name)}
          aria-current={current === '/' ? 'page' : undefined}
        >
          <Mark className={styles.mark} />
          <span>{event.short_name}</span>
        </a>
        <nav aria-label={texts.mainNavigation} className={styles.wide}>
          <Links current={current} />
        </nav>
        <div className={`no-print ${styles.actions}`}>
          <div className={styles.visitor}>
            <a href="/login" className={styles.sign} data-signed-out="">
              {texts.signIn}
            </a>
            <a href="/dashboard" className={styles.avatar} data-avatar="" hidden>
              <span />
              <span className="unseen">{texts.yourTickets}</span>
            </a>
          </div>
          <RegisterButton look="highlight" className={styles.register} />
          <button type="button" className={styles.toggle} popoverTarget="menu">
            <span className="unseen">{texts.menu}</span>
            <span className="unseen">{texts.closeMenu}</span>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M3 6.5h18M3 12h18M3 17.5h12" stroke="currentColor" strokeWidth="1.75" />
              <path d="M5 5l14 14M19 5 5 19" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </button>
        </div>
      </div>
      <div id="menu" popover="auto" className={styles.menu}>
        <nav aria-label={texts.menu}>
          <Links current={current} />
        </nav>
        <a href="/login" className={styles.enter} data-signed-out="">
          {texts.signIn}
        </a>
        <RegisterButton look="highlight" wide />
      </div>
    </header>
  );
}

function Links({ current }: { current: string }) {
  return (
    <ul className={styles.links}>
      {event.navigation.map(({ label, link }) => (
        <li key={link}>
          <a href={link} aria-current={link === current ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
