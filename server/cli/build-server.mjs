/**
 * The server as one file with its packages: it starts with a quarter of the work, and takes half the memory of one that is
 * compiled while it is loaded. As a command it writes where `npm start` looks for it.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SERVER_BUILD, serverFingerprint } from './prepare.mjs';

/** What lies beside its own code: machine code. */
const OUTSIDE = ['@node-rs/argon2', '@node-rs/bcrypt'];

/** Bundles server and command line into a folder from which `node_modules` is found. */
export async function buildServer(folder) {
  // Before all: a source that is changed meanwhile makes the build stale.
  const stamp = serverFingerprint();
  removeBuilt(folder);
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
  // Written last: a build that was interrupted has none.
  writeFileSync(join(folder, '.built'), stamp);
}

/** What an earlier build left, and nothing else: migrations of a newer release would be applied by an older one. */
export function removeBuilt(folder) {
  mkdirSync(folder, { recursive: true });
  const built = readdirSync(folder).filter(name => name === 'migrations' || name.endsWith('.mjs'));
  for (const name of ['.built', ...built]) rmSync(join(folder, name), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer(SERVER_BUILD);
