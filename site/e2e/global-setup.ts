import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';

/** Starts one rehearsal for all tests. Environment variables contain its address and folder. */
export default async function globalSetup() {
  const invented = await inventPeople();
  const server = await startServer({ rehearsal: true });
  process.env.E2E_URL = server.url;
  process.env.E2E_FOLDER = server.folder;
  process.env.E2E_INVENTED = invented;
  return async () => {
    await server.stop();
    rmSync(invented, { recursive: true, force: true });
  };
}

/** Only once for all tests, because inventing people takes ten times as long as a start. */
async function inventPeople(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'transom-invented-'));
  const server = await startServer({ rehearsal: true, name: 'localhost', invented: true });
  await server.without(async () => cpSync(server.folder, folder, { recursive: true }));
  await server.stop();
  return folder;
}
