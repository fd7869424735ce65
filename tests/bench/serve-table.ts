import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/**
 * A page with nothing but a table of 1,000 rows and 8 columns, as it would be shipped, and the floor: the same rows in
 * plain DOM.
 */
export type TablePage = { url: string; floorUrl: string; close: () => Promise<void> };

export async function serveTable(): Promise<TablePage> {
  const outDir = mkdtempSync(join(tmpdir(), 'promo-table-'));
  const config = { configFile: false, logLevel: 'error', publicDir: false, plugins: [react()] } as const;
  const root = resolve('tests/bench/table-page');
  const pages = ['index.html', 'floor.html'];
  await build({
    ...config,
    plugins: [react()],
    root,
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: pages.map(page => join(root, page)) } },
  });
  const server = await preview({
    ...{ configFile: false, logLevel: 'error', root, build: { outDir } },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The built table is not served');
  return {
    url,
    floorUrl: new URL('floor.html', url).href,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
