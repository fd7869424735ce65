import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The page of all shared pieces, without a backend behind it. */
    gallery: string;
  }
}

/**
 * The page as in development, with the gallery, for all journeys through it. Bundled all the same: unbundled, a page
 * of some hundred files takes ten seconds to open.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = mkdtempSync(join(tmpdir(), 'promo-gallery-'));
  const define = { 'import.meta.env.DEV': 'true' };
  await build({ define, logLevel: 'error', build: { outDir, emptyOutDir: true, minify: false } });
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: {} },
  });
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address) throw new Error('The gallery does not say where it is served');
  project.provide('gallery', new URL('gallery', address).href);
  return async () => {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  };
}
