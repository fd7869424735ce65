import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

let built: Promise<string> | null = null;

/** The folder with a newer build of the same source: another version, and so other names of its files. */
export function secondBuild(): Promise<string> {
  built ??= build(mkdtempSync(join(tmpdir(), 'promo-second-')));
  return built;
}

/** Removes the newer build, if there is one. */
export async function removeSecondBuild(): Promise<void> {
  if (built) rmSync(await built, { recursive: true, force: true });
  built = null;
}

async function build(outDir: string): Promise<string> {
  // A build that believes to be a test comes without its worker.
  const { VITEST, NODE_ENV, ...environment } = process.env;
  await promisify(execFile)('node_modules/.bin/vite', ['build', '--outDir', outDir, '--emptyOutDir'], {
    env: { ...environment, APP_COMMIT: 'ffffffff' },
  });
  return outDir;
}
