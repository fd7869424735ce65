import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** A page with nothing but a table of 1,000 rows and 8 columns, as it would be shipped. */
export type TablePage = { url: string; close: () => Promise<void> };

export async function serveTable(): Promise<TablePage> {
  const outDir = mkdtempSync(join(tmpdir(), 'promo-table-'));
  const config = { configFile: false, logLevel: 'error', publicDir: false, plugins: [react()] } as const;
  const root = resolve('tests/bench/table-page');
  await build({ ...config, plugins: [react()], root, build: { outDir, emptyOutDir: true } });
  const server = await preview({
    ...{ configFile: false, logLevel: 'error', root, build: { outDir } },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The built table is not served');
  return {
    url,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
