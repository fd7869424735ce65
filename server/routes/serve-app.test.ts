import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT, serverForAll } from '#tests/support/server.ts';

const SCRIPT = 'assets/index-Ab12Cd34.js';
const dist = mkdtempSync(join(tmpdir(), 'promo-dist-'));
const server = serverForAll({ config: { distDir: dist, apiOrigin: 'https://api.example' } });

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  for (const [name, text] of [
    ['index.html', '<!doctype html><title>Промо</title>'],
    ['sw.js', '// worker'],
    ['manifest.webmanifest', '{}'],
    [SCRIPT, 'console.log(1)'],
  ] as const) {
    writeFileSync(join(dist, name), text);
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(text));
  }
});
afterAll(() => rmSync(dist, { recursive: true }));

const open = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(`/application/${path}`, { headers });

it('answers every screen with the page, also those named like an API', async () => {
  for (const path of ['', 'promo/contacts/12', 'oauth', 'abac', 'index.html']) {
    const response = await open(path);
    expect([path, response.status, await response.text()]).toEqual([
      path,
      200,
      '<!doctype html><title>Промо</title>',
    ]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  }
});

it('puts the policy on the page', async () => {
  const policy = (await open('promo')).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("connect-src 'self' https://api.example;");
  expect(policy).toContain("frame-ancestors 'none'");
});

it('redirects the bare origin to the page, for a browser without a network too', async () => {
  for (const path of ['/', '/application']) {
    for (const search of ['', '?source=pwa']) {
      const { status, headers } = await server.app.request(path + search);
      expect([status, headers.get('location')]).toEqual([302, `/application/${search}`]);
      expect(headers.get('cache-control')).toBe('public, max-age=2592000');
    }
  }
});

it('lets the worker alone serve the address without its slash', async () => {
  const allowed = async (path: string) => (await open(path)).headers.get('service-worker-allowed');
  expect([await allowed('sw.js'), await allowed(SCRIPT), await allowed('promo')]).toEqual([
    '/application',
    null,
    null,
  ]);
});

it('answers 404 in JSON for a missing file, never the page', async () => {
  const response = await open('assets/gone-Ab12Cd34.js');
  expect([response.status, await response.json()]).toEqual([404, { message: 'Not found.' }]);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

it('sends compressed files as they lie there, hashed ones for ever', async () => {
  const response = await open(SCRIPT, { 'accept-encoding': 'gzip, br' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('console.log(1)');
  expect((await open(SCRIPT)).headers.get('content-encoding')).toBeNull();
});

it('has worker, manifest and configuration asked for anew each time', async () => {
  for (const path of ['sw.js', 'manifest.webmanifest', 'config.json']) {
    expect((await open(path)).headers.get('cache-control')).toBe('no-cache');
  }
  const first = await open('sw.js');
  const etag = first.headers.get('etag') ?? '';
  expect((await open('sw.js', { 'if-none-match': etag })).status).toBe(304);
});

it('tells the page about this backend', async () => {
  expect(await (await open('config.json')).json()).toEqual({
    apiOrigin: 'https://api.example',
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    idempotency: true,
    zone: 'Europe/Moscow',
  });
});

it('never leaves its folder', async () => {
  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    'assets/..%5c..%5cpackage.json',
  ]) {
    const response = await open(path);
    expect(await response.text()).not.toContain('promo-field');
  }
});
