// Writes site/dist/: skips unchanged files, removes files that are no longer generated, and compresses text files.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|js|css|svg|json|xml|txt|ics|wasm)$/;
const smallest = 512;
/** Above this number of text files, compression would take minutes; a CDN can do it instead. */
const maxPrecompressed = 1000;

/** A hash for file names, which changes with the content. */
export const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 20);

export class Output {
  private readonly wanted = new Set<string>();
  /** The files to compress; undefined once there are too many to keep in memory. */
  private texts: { path: string; bytes: Buffer }[] | undefined = [];
  private readonly folders = new Set<string>();
  written = 0;

  constructor(
    private readonly folder: string,
    private readonly cache: string,
  ) {
    mkdirSync(folder, { recursive: true });
    mkdirSync(cache, { recursive: true });
  }

  write(path: string, content: string | Buffer | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    const file = this.claim(path);
    if (!sameFile(file, bytes)) {
      writeFileSync(file, bytes);
      this.written++;
    }
    if (this.texts && compressible.test(path) && bytes.length >= smallest) {
      this.texts.push({ path, bytes });
      if (this.texts.length > maxPrecompressed) this.texts = undefined;
    }
  }

  /** Copies a file whose name contains the hash of its content, unless the copy exists already. */
  async copy(path: string, from: string): Promise<void> {
    const file = this.claim(path);
    if (existsSync(file)) return;
    await copyFile(from, file);
    this.written++;
  }

  async finish(): Promise<void> {
    await inParallel(this.texts ?? [], availableParallelism() + 1, (text) => this.compress(text.path, text.bytes));
    this.removeStale('');
  }

  private claim(path: string): string {
    const file = join(this.folder, path);
    const parent = dirname(file);
    if (!this.folders.has(parent)) {
      mkdirSync(parent, { recursive: true });
      this.folders.add(parent);
    }
    this.wanted.add(path);
    return file;
  }

  private async compress(path: string, bytes: Buffer): Promise<void> {
    const cached = join(this.cache, hashOf(bytes));
    for (const [extension, encode] of [
      ['.br', brotli],
      ['.gz', gzipBest],
    ] as const) {
      const file = this.claim(path + extension);
      const packed = await readFile(cached + extension).catch(async () => {
        const fresh = await encode(bytes);
        await writeAtomically(cached + extension, (draft) => writeFile(draft, fresh));
        return fresh;
      });
      if (!sameFile(file, packed)) writeFileSync(file, packed);
    }
  }

  private removeStale(prefix: string): void {
    for (const entry of readdirSync(join(this.folder, prefix), { withFileTypes: true })) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) this.removeStale(`${path}/`);
      else if (!this.wanted.has(path)) rmSync(join(this.folder, path));
    }
    if (prefix && readdirSync(join(this.folder, prefix)).length === 0)
      rmSync(join(this.folder, prefix), { recursive: true });
  }
}

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

const gzipBest = (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 });

function sameFile(file: string, bytes: Buffer): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.size === bytes.length && readFileSync(file).equals(bytes);
}

/** Runs `work` for all items, at most `width` at a time. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Makes a file under a temporary name and renames it, because concurrent builds share the cache. */
export async function writeAtomically(file: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await make(draft);
    await rename(draft, file);
  } catch (reason) {
    await rm(draft, { force: true });
    throw reason;
  }
}
