import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_DATA, startServer } from './server-process.ts';

/** Before all journeys: the first start, which makes the database and its demo data, once instead of in every file. */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-demo-'));
  const server = await startServer();
  await server.stop();
  cpSync(server.dataDir, folder, { recursive: true });
  await server.remove();
  process.env[DEMO_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
