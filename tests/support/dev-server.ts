import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the gallery is served, as `npm run dev` serves it, without a backend behind it. */
    gallery: string;
  }
}

/** One development server for all journeys through the gallery; it costs seconds to start. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'promo-vite-'));
  const server = await createServer({
    cacheDir,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address) throw new Error('The development server does not say where it listens');
  project.provide('gallery', new URL('gallery', address).href);
  return async () => {
    await server.close();
    rmSync(cacheDir, { recursive: true, force: true });
  };
}
