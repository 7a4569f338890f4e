// The frame around every page is not hydrated. HTML that all pages share is rendered only once.
import { renderToString } from 'react-dom/server';
import { event } from '../content';
import { Banner } from './banner';
import { Footer, type SheetBlock } from './footer';
import { Header } from './header';
import { Partners } from './partners';

/** What the frame needs to know about the page. */
export interface FramePage extends SheetBlock {
  path: string;
}

/** Returns a function that puts a page's HTML into its frame. */
export function makeFrame(): (page: FramePage, body: string) => string {
  const headers = new Map<string, string>();
  const marked = new Set(['/', ...event.navigation.map(({ link }) => link)]);
  const banner = renderToString(<Banner />);
  const partners = renderToString(<Partners />);
  const footer = renderToString(<Footer page={{ title: titleMark, sheet: sheetMark }} />);
  return (page, body) => {
    const current = marked.has(page.path) ? page.path : '';
    let header = headers.get(current);
    if (header === undefined) {
      header = renderToString(<Header current={current} />);
      headers.set(current, header);
    }
    const ending = footer
      .replaceAll(titleMark, () => escapeHTML(page.title))
      .replaceAll(sheetMark, () => escapeHTML(page.sheet));
    return `${header}${banner}<main id="main" tabindex="-1">${body}</main>${partners}${ending}`;
  };
}

const titleMark = '[[title of the sheet]]';
const sheetMark = '[[number of the sheet]]';

const escapeHTML = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
