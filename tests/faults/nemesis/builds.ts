import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

/** The name under which a page of the app holds what the attack brought in. */
export const PAGE_MODULE = 'nemesis';

/** The folder with the build that each device begins with. */
export const FIRST_BUILD = 'dist';

let built: Promise<string> | null = null;

/**
 * A module of ours as one script that can be evaluated in a page of the app: the debugger is not bound to the page's
 * content policy, and needs no network.
 */
export function pageScript(): Promise<string> {
  pageBuilt ??= bundle();
  return pageBuilt;
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: 'tests/faults/nemesis/page-outbox.ts', formats: ['iife'], name: PAGE_MODULE },
    },
  });
  const [output] = Array.isArray(made) ? made : [];
  const code = output?.output[0].code;
  if (code === undefined) throw new Error('The page script was not built');
  return code;
}

let pageBuilt: Promise<string> | null = null;

/** The folder with a newer build of the same source: another version, and so other names of its files. */
export function secondBuild(): Promise<string> {
  built ??= buildSecond(mkdtempSync(join(tmpdir(), 'promo-second-')));
  return built;
}

/** Removes the newer build, if there is one. */
export async function removeSecondBuild(): Promise<void> {
  if (built) rmSync(await built, { recursive: true, force: true });
  built = null;
}

async function buildSecond(outDir: string): Promise<string> {
  // A build that believes to be a test comes without its worker.
  const { VITEST, NODE_ENV, ...environment } = process.env;
  await promisify(execFile)('node_modules/.bin/vite', ['build', '--outDir', outDir, '--emptyOutDir'], {
    env: { ...environment, APP_COMMIT: 'ffffffff' },
  });
  return outDir;
}
