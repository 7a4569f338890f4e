// Responsive images from editors' originals. Pages request addresses while they are rendered; missing images are
// encoded afterwards. An address contains a hash of the original and of the settings.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { PictureSources, Pictures } from '../src/pictures.ts';
import { hashOf, inParallel, type Output, writeAtomically } from './output.ts';

/** Change `recipe` if you change the encoder’s settings. AVIF effort 2 takes 60 % longer for 2 % fewer bytes. */
const recipe = 'r3';
const quality = { avif: 46, jpg: 76, png: 0 } as const;
const avifEffort = 1;

type Sharp = typeof import('sharp')['default'];
type Format = keyof typeof quality;
interface Job {
  original: string;
  width: number;
  height: number;
  format: Format;
  name: string;
  focus: string | undefined;
}

/** An original is read again only if its size or modification time has changed. */
interface Known {
  mtime: number;
  size: number;
  hash: string;
  transparent: boolean;
}

export class PictureStore implements Pictures {
  private readonly jobs = new Map<string, Job>();
  private readonly copies = new Map<string, string>();
  private readonly drawings = new Map<string, string>();
  private readonly known: Record<string, Known>;
  private readonly index: string;

  constructor(
    private readonly originals: string,
    private readonly cache: string,
  ) {
    mkdirSync(cache, { recursive: true });
    this.index = join(cache, `originals-${recipe}.json`);
    this.known = existsSync(this.index) ? JSON.parse(readFileSync(this.index, 'utf8')) : {};
  }

  sources(file: string, size: Size, widths: number[], focus?: string): PictureSources {
    if (extname(file) === '.svg') return { src: this.address(file), srcset: '' };
    const { hash, transparent } = this.look(file);
    const steps = widths.filter((width) => width < size.width);
    if (steps.length < widths.length) steps.push(Math.min(size.width, Math.max(...widths)));
    const ratio = size.height / size.width;
    const stem = basename(file, extname(file));
    const url = (format: Format, width: number) => {
      const height = Math.round(width * ratio);
      const name = `${stem}-${width}x${height}${focus ? `-at-${focus.replace(' ', '-')}` : ''}-${hash}.${format}`;
      this.jobs.set(name, { original: file, width, height, format, name, focus });
      return `/assets/images/${name}`;
    };
    const srcset = steps.map((width) => `${url('avif', width)} ${width}w`).join(', ');
    const middle = steps[Math.floor(steps.length / 2)]!;
    // A transparent image stays transparent; a JPEG would make its background white.
    return { src: url(transparent ? 'png' : 'jpg', middle), srcset };
  }

  address(file: string): string {
    const extension = extname(file);
    const name = `${basename(file, extension)}-${this.look(file).hash}${extension}`;
    (extension === '.svg' ? this.drawings : this.copies).set(name, file);
    return `/assets/images/${name}`;
  }

  async deliver(output: Output): Promise<number> {
    const missing = [...this.jobs.values()].filter((job) => !existsSync(join(this.cache, job.name)));
    // Slow jobs first, so that all cores finish at about the same time.
    missing.sort((a, b) => Number(b.format === 'avif') - Number(a.format === 'avif') || b.width - a.width);
    if (missing.length > 0) {
      const { default: sharp } = await import('sharp');
      sharp.concurrency(1);
      await inParallel(missing, availableParallelism(), (job) => this.encode(sharp, job));
    }
    await this.deliverDrawings(output);
    await inParallel(this.jobs.keys(), 8, (name) => output.copy(`assets/images/${name}`, join(this.cache, name)));
    await inParallel(this.copies, 8, ([name, file]) =>
      output.copy(`assets/images/${name}`, join(this.originals, file)),
    );
    await writeAtomically(this.index, (draft) => writeFile(draft, JSON.stringify(this.known)));
    return missing.length;
  }

  private async deliverDrawings(output: Output): Promise<void> {
    if (this.drawings.size === 0) return;
    const { cleanDrawing } = await import('./drawings.ts');
    for (const [name, file] of this.drawings) {
      const svg = cleanDrawing(readFileSync(join(this.originals, file), 'utf8'));
      await writeAtomically(join(this.cache, name), (draft) => writeFile(draft, svg));
      await output.copy(`assets/images/${name}`, join(this.cache, name));
    }
  }

  private async encode(sharp: Sharp, job: Job): Promise<void> {
    const picture = await cropped(sharp, join(this.originals, job.original), job, job.focus);
    if (job.format === 'avif') picture.avif({ quality: quality.avif, effort: avifEffort });
    else if (job.format === 'png') picture.png({ compressionLevel: 9, palette: true });
    else picture.flatten({ background: '#fff' }).jpeg({ quality: quality.jpg, mozjpeg: true });
    await writeAtomically(join(this.cache, job.name), (draft) => picture.toFile(draft));
  }

  private look(file: string): Known {
    const path = join(this.originals, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw new Error(`content/images/${file} does not exist`);
    const known = this.known[file];
    if (known?.mtime === stat.mtimeMs && known.size === stat.size && known.transparent !== undefined) return known;
    const bytes = readFileSync(path);
    const hash = hashOf(recipe + hashOf(bytes)).slice(0, 8);
    const now = { mtime: stat.mtimeMs, size: stat.size, hash, transparent: mayBeTransparent(bytes) };
    this.known[file] = now;
    return now;
  }
}

/** Returns an original turned upright, cropped around its focus and resized. */
export async function cropped(sharp: Sharp, path: string, size: Size, focus?: string): Promise<import('sharp').Sharp> {
  const { autoOrient } = await sharp(path).metadata();
  return sharp(path)
    .autoOrient()
    .extract(cropOf(autoOrient, size, focus))
    .resize(size.width, size.height, { fit: 'fill' });
}

/** Reads only the header. A JPEG is never transparent. */
function mayBeTransparent(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(1, 4) === 'PNG') return bytes[25] === 4 || bytes[25] === 6 || text(33, 2048).includes('tRNS');
  if (text(8, 12) !== 'WEBP') return false;
  return (
    (text(12, 16) === 'VP8X' && (bytes[20]! & 0x10) !== 0) || (text(12, 16) === 'VP8L' && (bytes[24]! & 0x10) !== 0)
  );
}

export interface Size {
  width: number;
  height: number;
}

interface Region extends Size {
  left: number;
  top: number;
}

/** The largest region with this aspect ratio, centred as near to the focus ("50 20", per cent) as the edges allow. */
function cropOf(original: Size, shape: Size, focus = '50 50'): Region {
  const [x = 50, y = 50] = focus.split(' ').map(Number);
  const scale = Math.min(original.width / shape.width, original.height / shape.height);
  const width = Math.min(original.width, Math.round(shape.width * scale));
  const height = Math.min(original.height, Math.round(shape.height * scale));
  return { width, height, left: edge(original.width, width, x), top: edge(original.height, height, y) };
}

function edge(whole: number, part: number, percent: number): number {
  return Math.round(Math.min(Math.max((whole * percent) / 100 - part / 2, 0), whole - part));
}
