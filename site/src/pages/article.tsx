import * as texts from '../texts';
import type { Page } from '../types/content.gen';
import { Picture } from '../ui/picture';
import { Prose } from '../ui/prose';
import { SheetTitle } from '../ui/sheet-title';
import styles from './article.module.css';

/** Lists the page's headings if there are several. */
export function Article({ page, sheet }: { page: Page; sheet: string }) {
  const headings = page.headings.filter(({ level }) => level === 2);
  return (
    <div className="page">
      <SheetTitle number={sheet} title={page.title} lead={page.description} />
      <div className={styles.layout}>
        <div className={styles.side}>
          {headings.length > 2 && (
            <nav className="no-print" aria-label={texts.onThisPage}>
              <ul>
                {headings.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {page.display_updated && <p className="muted">{texts.lastChanged(page.display_updated)}</p>}
        </div>
        <div className={styles.text}>
          {page.image && (
            <figure>
              <Picture image={page.image} className="framed" first sizes="(min-width: 60rem) 46rem, 94vw" />
            </figure>
          )}
          <Prose html={page.html} />
        </div>
      </div>
    </div>
  );
}
