import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const DIST = 'dist';

const KIB = 1024;

/** A file of the production build, by its path below /application/. */
export function readBuilt(path: string): Buffer {
  if (!existsSync(`${DIST}/index.html`)) throw new Error('There is no build: run `npm run build` first');
  return readFileSync(`${DIST}/${path}`);
}

/** Everything that the build made, without the compressed copies. */
export function builtFiles(): string[] {
  readBuilt('index.html');
  return readdirSync(DIST, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(entry => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(DIST.length + 1));
}

/** Together, as they travel: each file compressed by itself with brotli. In KiB. */
export function brotliKib(paths: Iterable<string>): number {
  const bytes = [...paths].map(path => brotliCompressSync(readBuilt(path)).length);
  return bytes.reduce((sum, size) => sum + size, 0) / KIB;
}

/** Scripts and styles that the page names before any code has run. */
export function firstPaintFiles(): string[] {
  const page = readBuilt('index.html').toString();
  const named = [...page.matchAll(/(?:src|href)="\/application\/([^"]+\.(?:js|css))"/g)];
  return [...new Set(named.flatMap(match => match[1] ?? []))];
}

/** Scripts and styles that this page has loaded until now, early and late ones alike. */
export async function loadedFiles(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(entry => entry.name),
  );
  const paths = addresses.map(address => new URL(address).pathname.replace('/application/', ''));
  return [...new Set(paths.filter(path => /\.(js|css)$/.test(path)))];
}

/** What the worker keeps at its installation. */
export function precachedFiles(): string[] {
  const worker = readBuilt('sw.js').toString();
  const list = /\[\{[^[\]]*?url[^[\]]*?\}\]/.exec(worker)?.[0] ?? '';
  return [...list.matchAll(/url"?:\s*["'`]([^"'`]+)["'`]/g)].flatMap(match => match[1] ?? []);
}

/** Width and height as a PNG file states them. */
export function pngSize(png: Buffer): string {
  const isPng = png.subarray(1, 4).toString() === 'PNG';
  return isPng ? `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}` : 'no PNG';
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** What a file is served as. */
export function contentTypeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}
