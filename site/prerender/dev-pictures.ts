// Images in development: cropped as in the build, but in one size and format, and made on request. The contact sheet is
// a page that shows every crop on the site beside its original.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { Connect } from 'vite';
import type { Pictures } from '../src/pictures.ts';
import { escapeHTML as escaped } from './document.ts';
import { cropOf, cropped, type Size } from './pictures.ts';
import { paths } from './settings.ts';

const picturesAt = '/content-images/';
export const contactSheetAt = '/contact-sheet';

interface Crop {
  file: string;
  shape: Size;
  focus: string | undefined;
  pages: Set<string>;
}

/** Records the crops that pages request, for the contact sheet. */
export class DevPictures implements Pictures {
  readonly crops = new Map<string, Crop>();
  page = '';

  sources(file: string, shape: Size, _widths: number[], focus?: string) {
    if (extname(file) === '.svg') return { src: picturesAt + file, srcset: '' };
    const query = `?shape=${shape.width}x${shape.height}${focus ? `&focus=${focus.replace(' ', ',')}` : ''}`;
    const crop = this.crops.get(file + query) ?? { file, shape, focus, pages: new Set() };
    this.crops.set(file + query, crop);
    crop.pages.add(this.page);
    return { src: picturesAt + file + query, srcset: '' };
  }

  address = (file: string) => picturesAt + file;
}

/** Finished crops, keyed by the request and the original's modification time. */
const made = new Map<string, Buffer>();

/** Answers requests for the content's images. */
export const picture: Connect.NextHandleFunction = (request, response, next) => {
  const url = new URL(request.originalUrl ?? '/', 'http://localhost');
  const name = decodeURIComponent(url.pathname);
  if (!name.startsWith(picturesAt)) return next();
  const file = normalize(join(paths.images, name.slice(picturesAt.length)));
  if (!file.startsWith(paths.images) || !existsSync(file)) return next();
  response.setHeader('Content-Type', mediaTypes[extname(file)] ?? 'application/octet-stream');
  const shape = /^(\d{1,5})x(\d{1,5})$/.exec(url.searchParams.get('shape') ?? '');
  if (extname(file) === '.svg') {
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    import('./drawings.ts').then(({ cleanDrawing }) => response.end(cleanDrawing(readFileSync(file, 'utf8'))), next);
  } else if (shape) {
    response.setHeader('Content-Type', 'image/webp');
    crop(
      file,
      { width: Number(shape[1]), height: Number(shape[2]) },
      url.searchParams.get('focus')?.replace(',', ' '),
    ).then((bytes) => response.end(bytes), next);
  } else {
    createReadStream(file).pipe(response);
  }
};

async function crop(file: string, shape: Size, focus: string | undefined): Promise<Buffer> {
  const key = `${file} ${statSync(file).mtimeMs} ${shape.width}x${shape.height} ${focus}`;
  const known = made.get(key);
  if (known) return known;
  const { default: sharp } = await import('sharp');
  const scale = Math.min(1, 1280 / shape.width);
  const size = {
    width: Math.max(1, Math.round(shape.width * scale)),
    height: Math.max(1, Math.round(shape.height * scale)),
  };
  const bytes = await (await cropped(sharp, file, size, focus)).webp({ quality: 80, effort: 0 }).toBuffer();
  made.set(key, bytes);
  return bytes;
}

/** Returns a page that shows each crop beside its original, on which the crop is outlined. */
export function contactSheet(crops: Iterable<Crop>, sizeOf: (file: string) => Size | undefined): string {
  const list = [...crops].sort(
    (a, b) => a.file.localeCompare(b.file) || a.shape.height / a.shape.width - b.shape.height / b.shape.width,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Contact sheet</title><style>${sheetStyle}</style></head><body>
<h1>Contact sheet</h1>
<p>${list.length} crops. Only the part inside the line is shown; <code>focus: top</code> or <code>focus: [50, 20]</code>
beside <code>file:</code> moves the line.</p>
<ul>${list.map((entry) => figure(entry, sizeOf(entry.file))).join('\n')}</ul></body></html>`;
}

function figure({ file, shape, focus, pages }: Crop, original: Size | undefined): string {
  const kept = original && cropOf(original, shape, focus);
  const whole = !original || !kept || (kept.width >= original.width - 1 && kept.height >= original.height - 1);
  const percent = (part: number, all: number) => `${((part / all) * 100).toFixed(2)}%`;
  const line = !whole
    ? `<span class="kept" style="left:${percent(kept.left, original.width)};` +
      `top:${percent(kept.top, original.height)};width:${percent(kept.width, original.width)};` +
      `height:${percent(kept.height, original.height)}"></span>`
    : '';
  const ratio = (shape.width / shape.height).toFixed(2);
  const cropped = whole ? 'not cropped' : `cropped to ${ratio} : 1, focus ${escaped(focus ?? 'in the middle')}`;
  const links = [...pages].map((page) => `<a href="${escaped(page)}">${escaped(page)}</a>`).join(' ');
  const query = `?shape=${shape.width}x${shape.height}${focus ? `&focus=${focus.replace(' ', ',')}` : ''}`;
  const address = encodeURI(picturesAt + file);
  return `<li><figure><div class="pair">
<span class="original"><img src="${address}" alt="" loading="lazy">${line}</span>
<img src="${address}${query.replaceAll('&', '&amp;')}" alt="${escaped(file)} as shown" loading="lazy"></div>
<figcaption><b>${escaped(file)}</b><br>${cropped}<br>${links}</figcaption></figure></li>`;
}

const sheetStyle = `body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;background:#f4efe6;color:#1b1a17}
ul{list-style:none;padding:0;display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr))}
figure{margin:0}.pair{display:flex;gap:.5rem;align-items:flex-start}.pair>*{flex:1;min-width:0}
.pair img{width:100%;height:auto;display:block}.original{position:relative;opacity:.95}
.kept{position:absolute;box-sizing:border-box;border:2px solid #a83f24;outline:9999px solid rgb(255 255 255/.55)}
.original{overflow:hidden}figcaption{margin-top:.35rem;overflow-wrap:anywhere}`;

const mediaTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};
