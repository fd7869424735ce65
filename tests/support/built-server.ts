/** The server with its packages bundled: it starts with a quarter of the work, where a test needs a hundred processes. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { ADMIN_PROGRAM } from './admin.ts';
import { SERVER_PROGRAM } from './server-process.ts';

export type BuiltServer = {
  /** What Node is started with. */
  program: readonly string[];
  /** The same of the command line. */
  admin: readonly string[];
  remove: () => void;
};

/** What lies beside its own code: machine code, and the embedded engine. */
const OUTSIDE = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt'];

/** Bundles server/main.ts and server/cli/admin.ts as they are now, with their packages. */
export async function buildServer(): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-built-server-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: { main: 'server/main.ts', admin: 'server/cli/admin.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared-[name].mjs' },
      },
    },
  });
  // It reads them beside itself.
  cpSync('server/db/migrations', join(folder, 'migrations'), { recursive: true });
  cpSync('server/db/watchdog-thread.mjs', join(folder, 'watchdog-thread.mjs'));
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
