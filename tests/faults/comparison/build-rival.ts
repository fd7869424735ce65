import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const HERE = 'tests/faults/comparison';

/** The two others. */
export type RivalName = 'workbox' | 'tanstack';

/** What a build has beyond its library's own documentation. */
export type Extras = {
  /** Each save carries a fixed Idempotency-Key of its own. */
  key?: boolean;
  /** Workbox alone: a replay of our own in place of the library's, which takes any answer for success. */
  ownReplay?: boolean;
};

/** Builds a page and its worker into a new folder, to be served under /application/. */
export async function buildRival(name: RivalName, extras: Extras): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `promo-${name}-`));
  copyFileSync(`${HERE}/index.html`, `${folder}/index.html`);
  const define = {
    'process.env.NODE_ENV': '"production"',
    IS_KEYED: String(extras.key ?? false),
    IS_CAREFUL: String(extras.ownReplay ?? false),
  };
  // Each by itself: a worker cannot share a file with its page.
  for (const part of ['main', 'sw']) await buildPart(folder, `${name}/${part}.ts`, `${part}.js`, define);
  return folder;
}

async function buildPart(
  outDir: string,
  source: string,
  file: string,
  define: Record<string, string>,
): Promise<void> {
  const lib = { entry: `${HERE}/${source}`, formats: ['es' as const], fileName: () => file };
  await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false, define },
    build: { outDir, emptyOutDir: false, lib },
  });
}
