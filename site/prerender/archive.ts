// Stores a past edition's site in a folder named after its year: the reading pages, without scripts, forms or sign-in.
// Links stay within the folder; links to other pages are removed. Later builds publish the archived files unchanged. If
// another edition has used the year, the folder is named after this edition instead.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page, SiteContent } from '../src/entry-server.tsx';
import { texts } from './catalogues.ts';
import type { Output } from './output.ts';
import { paths, settings } from './settings.ts';

/** Adds the sites of earlier editions to a build. */
export function publishArchive(output: Output): void {
  if (!existsSync(paths.archive)) return;
  for (const name of readdirSync(paths.archive, { recursive: true, encoding: 'utf8' })) {
    const file = join(paths.archive, name);
    if (statSync(file).isFile()) output.write(name, readFileSync(file));
  }
}

/** Throws an error if the event is not over, because its archive would say that it is. */
export function checkIsOver({ end_date, time_zone }: SiteContent['event']): void {
  if (end_date >= new Date().toLocaleDateString('sv', { timeZone: time_zone }))
    throw new Error(`the archive says that the event is over, but it ends on ${end_date}; archive it after that day`);
}

/** Writes the built site into the archive and returns the name of its folder. */
export async function archiveSite(pages: Page[], { event }: SiteContent): Promise<string> {
  const { JSDOM } = await import('jsdom');
  const year = event.end_date.slice(0, 4);
  const mark = `data-edition="${event.edition}"`;
  const first = join(paths.archive, year, 'index.html');
  const place = !existsSync(first) || readFileSync(first, 'utf8').includes(mark) ? year : event.edition;
  const folder = join(paths.archive, place);
  const kept = pages.filter(({ hydrated, noindex }) => !hydrated && !noindex);
  rmSync(folder, { recursive: true, force: true });

  const keep = (address: string) => {
    const from = join(paths.dist, address);
    const to = join(folder, address);
    if (existsSync(to)) return;
    mkdirSync(dirname(to), { recursive: true });
    if (address.endsWith('.css')) writeFileSync(to, readFileSync(from, 'utf8').replace(/url\((\/[^)]+)\)/g, inPlace));
    else cpSync(from, to);
  };
  const inPlace = (_: string, address: string) => `url(${moved(address)})`;
  /** Returns an address in the archive, and copies the file there if needed; undefined for a page that is left out. */
  const moved = (address: string): string | undefined => {
    if (!/^\/(?!\/)/.test(address)) return address;
    const path = address.replace(/[?#].*/, '').replace(/(.)\/$/, '$1');
    if (!kept.some((page) => page.path === path)) {
      if (existsSync(join(paths.archive, path.split('/')[1]!, 'index.html'))) return address; // an earlier edition
      const file = statSync(join(paths.dist, path), { throwIfNoEntry: false });
      if (!file?.isFile() || path.endsWith('.html')) return undefined;
      keep(path);
    }
    return `/${place}${address}`;
  };
  const movedSet = (list: string) =>
    list.replace(/(^|,\s*)(\/\S+)/g, (_, before, address) => before + (moved(address) ?? ''));

  for (const { file } of kept) {
    const dom = new JSDOM(readFileSync(join(paths.dist, file), 'utf8'));
    const { document } = dom.window;
    const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
    const title = document.querySelector('title')!;
    document.title = title.dataset.over ?? document.title;
    document.documentElement.dataset.phase = 'over';
    document.documentElement.dataset.edition = event.edition;
    for (const closed of all(
      'script, form, [data-signed-out], [data-avatar], ' + '.in-open, .in-closed, .invitation, .until-over',
    ))
      closed.remove();
    for (const without of all('noscript')) without.replaceWith(...without.childNodes);
    for (const name of ['data-island', 'data-props', 'data-open', 'data-closed', 'data-over', 'data-made-for'])
      for (const element of all(`[${name}]`)) element.removeAttribute(name);
    for (const name of ['href', 'src', 'poster']) {
      for (const element of all(`[${name}^="/"]`)) {
        const address = moved(element.getAttribute(name)!);
        if (address) element.setAttribute(name, address);
        else if (element.closest('nav') || element.closest('li')?.textContent === element.textContent) element.remove();
        else if (element.matches('a')) element.replaceWith(...element.childNodes);
        else element.removeAttribute(name);
      }
    }
    for (const item of all('li')) if (!item.textContent?.trim() && !item.querySelector('img, svg')) item.remove();
    for (const name of ['srcset', 'imagesrcset'])
      for (const element of all(`[${name}]`)) element.setAttribute(name, movedSet(element.getAttribute(name)!));
    for (const name of ['href', 'content']) {
      for (const element of all(`head [${name}^="${settings.siteUrl}/"]`)) {
        const address = moved(element.getAttribute(name)!.slice(settings.siteUrl.length));
        if (address) element.setAttribute(name, settings.siteUrl + address);
      }
    }
    const ribbon = document.createElement('aside');
    ribbon.className = 'rehearsal-ribbon';
    ribbon.setAttribute('aria-label', texts.archiveLabel);
    ribbon.append(`${texts.archiveRibbon(event.name)} `);
    const link = document.createElement('a');
    link.href = '/';
    link.textContent = texts.archiveLink;
    ribbon.append(link);
    document.body.prepend(ribbon);
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, dom.serialize());
    dom.window.close();
  }
  return folder;
}
