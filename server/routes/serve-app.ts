/** The built page under /application/, one origin with the API. */
import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { RuntimeConfig } from '#contract/runtime.ts';
import type { AppConfig } from '../db/deps.ts';
import { notFound } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';

const BASE = '/application';

/** Without a network the browser follows a redirect that it has kept: the worker's scope does not take in the bare origin. */
const REDIRECT_SECONDS = 30 * 24 * 60 * 60;

export function mountPage(app: Hono<AppEnv>, config: AppConfig): void {
  for (const path of ['/', BASE]) {
    app.get(path, c => {
      c.header('Cache-Control', `public, max-age=${REDIRECT_SECONDS}`);
      return c.redirect(`${BASE}/${new URL(c.req.url).search}`, 302);
    });
  }
  app.use(`${BASE}/*`, setCaching, etag());
  app.use(`${BASE}/sw.js`, async (c, next) => {
    await next();
    c.header('Service-Worker-Allowed', BASE);
  });
  const { apiOrigin, clientId, clientSecret, idempotency, zone } = config;
  const runtime: RuntimeConfig = { apiOrigin, clientId, clientSecret, idempotency, zone };
  app.get(`${BASE}/config.json`, c => c.json(runtime));
  // The API works without a built page (development, tests); there is then nothing to serve.
  if (!existsSync(config.distDir)) return;
  app.get(
    `${BASE}/*`,
    serveStatic({
      root: config.distDir,
      precompressed: true,
      rewriteRequestPath: path => path.slice(BASE.length),
    }),
  );
  const index = serveStatic<AppEnv>({ root: config.distDir, precompressed: true, path: 'index.html' });
  app.get(`${BASE}/*`, async (c, next) => {
    // A missing script must not be answered with a page; a screen's address never has an extension.
    if (/\.\w+$/.test(new URL(c.req.url).pathname)) throw notFound();
    return index(c, next);
  });
}

/** Hashed files never change; everything that names them is asked for anew each time. */
async function setCaching(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  const isHashed = c.res.status < 300 && /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(c.req.path);
  c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}
