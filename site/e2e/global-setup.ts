import { startServer } from './server.ts';

/** One rehearsal for all tests; its address and folder reach them through the environment. */
export default async function globalSetup() {
  const server = await startServer({ rehearsal: true });
  process.env.E2E_URL = server.url;
  process.env.E2E_FOLDER = server.folder;
  return server.stop;
}
