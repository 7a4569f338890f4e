import { startServer } from './server.ts';

/** Starts one rehearsal for all tests and passes its address and folder through the environment. */
export default async function globalSetup() {
  const server = await startServer({ rehearsal: true });
  process.env.E2E_URL = server.url;
  process.env.E2E_FOLDER = server.folder;
  return server.stop;
}
