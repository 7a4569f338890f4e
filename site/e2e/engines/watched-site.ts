// WebKitGTK's driver does not report console messages, so the pages of this copy of the site record their errors.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from '../pages.ts';

export function watchedSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'transom-site-'));
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.html\.\w+$/.test(path) });
  writeFileSync(join(folder, 'watch.js'), `(${keepComplaints})()`);
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    const page = readFileSync(join(folder, name), 'utf8');
    const watched = page.replace(/<head[^>]*>/, '$&<script src="/watch.js"></script>');
    if (watched === page) throw new Error(`${name} has no head`);
    writeFileSync(join(folder, name), watched);
  }
  return folder;
}

/** Runs in each page before any other script. */
function keepComplaints(): void {
  const keep = (what: unknown) => {
    const kept = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
    sessionStorage.setItem('complaints', JSON.stringify([...kept, `${what} (${location.pathname})`]));
  };
  const say = console.error;
  console.error = (...words) => {
    keep(words.join(' '));
    say(...words);
  };
  // Listen in the capture phase, because load errors do not bubble.
  addEventListener(
    'error',
    (event) => keep(event.message ?? `not loaded: ${(event.target as Element).outerHTML}`),
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => keep(reason));
  addEventListener('securitypolicyviolation', (event) => keep(`${event.violatedDirective}: ${event.blockedURI}`));
}
