/** The server with its packages bundled: it starts with a quarter of the work, where a test needs a hundred processes. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildServer as buildInto } from '../../server/cli/build-server.mjs';
import { ADMIN_PROGRAM } from './admin.ts';
import { SERVER_PROGRAM } from './server-process.ts';

export type BuiltServer = {
  /** What Node is started with. */
  program: readonly string[];
  /** The same of the command line. */
  admin: readonly string[];
  remove: () => void;
};

/** Bundles server/main.ts and server/cli/admin.ts as they are now, with their packages. */
export async function buildServer(): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-built-server-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await buildInto(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { program: [join(folder, 'main.mjs')], admin: [join(folder, 'admin.mjs')], remove };
}

/** The engine's machine code is then made once and not optimised: half a start, and no query of a journey is long. */
const QUICK_START = '--liftoff-only';

/** Before all tests of whole processes: the server bundled, because they start it hundreds of times. */
export async function setup(): Promise<() => void> {
  const { program, admin, remove } = await buildServer();
  process.env[SERVER_PROGRAM] = JSON.stringify([QUICK_START, ...program]);
  process.env[ADMIN_PROGRAM] = JSON.stringify([QUICK_START, ...admin]);
  return () => {
    delete process.env[SERVER_PROGRAM];
    delete process.env[ADMIN_PROGRAM];
    remove();
  };
}
