/** The server in one file: it starts with a quarter of the work, where a test needs a hundred processes. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

export type BuiltServer = {
  /** What Node is started with. */
  program: readonly string[];
  remove: () => void;
};

/** What lies beside its own code: machine code, and the embedded engine. */
const OUTSIDE = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt'];

/** Bundles server/main.ts as it is now, with its packages. */
export async function buildServer(): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-built-server-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: 'server/main.ts',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  });
  // It reads them beside itself.
  cpSync('server/db/migrations', join(folder, 'migrations'), { recursive: true });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { program: [join(folder, 'main.mjs')], remove };
}
