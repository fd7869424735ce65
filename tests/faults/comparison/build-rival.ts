import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const HERE = 'tests/faults/comparison';

/** The two others. */
export type RivalName = 'workbox' | 'tanstack';

/** Builds a page and its worker into a new folder, to be served under /application/. */
export async function buildRival(name: RivalName, keyed: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `promo-${name}-`));
  copyFileSync(`${HERE}/index.html`, `${folder}/index.html`);
  // Each by itself: a worker cannot share a file with its page.
  for (const part of ['main', 'sw'])
    await buildPart(folder, `${HERE}/${name}/${part}.ts`, `${part}.js`, keyed);
  return folder;
}

async function buildPart(outDir: string, entry: string, file: string, keyed: boolean): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', IS_KEYED: String(keyed) },
    build: { outDir, emptyOutDir: false, lib: { entry, formats: ['es'], fileName: () => file } },
  });
}
