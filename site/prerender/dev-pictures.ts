// Images in development: cropped as in the build, but in one size and format, and made on request.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { Connect } from 'vite';
import type { Pictures } from '../src/pictures.ts';
import { cropped, type Size } from './pictures.ts';
import { paths } from './settings.ts';

const picturesAt = '/content-images/';

export const devPictures: Pictures = {
  sources(file, shape, _widths, focus) {
    if (extname(file) === '.svg') return { src: picturesAt + file, srcset: '' };
    const query = `?shape=${shape.width}x${shape.height}${focus ? `&focus=${focus.replace(' ', ',')}` : ''}`;
    return { src: picturesAt + file + query, srcset: '' };
  },
  address: (file) => picturesAt + file,
};

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

const mediaTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};
