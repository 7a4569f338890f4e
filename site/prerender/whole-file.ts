import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

/**
 * Makes a file under a name of its own and then puts it whole into its place: builds that run at the same time share a
 * cache, and none may see the half of a file or take another one's draft away.
 */
export async function putWhole(file: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await make(draft);
    await rename(draft, file);
  } catch (reason) {
    await rm(draft, { force: true });
    throw reason;
  }
}
