import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from './db/deps.ts';
import type { AppEnv } from './routes/app-env.ts';
import { inWords, mountConsent } from './routes/consent.ts';
import { answerError, echoKeys, limitTime, type Meter, observe, refuseUnknown } from './routes/edge.ts';
import { crossOrigin, securityHeaders } from './routes/headers.ts';
import { describeApi } from './routes/openapi.ts';
import { admit, type Limiters, waitForSlot } from './routes/overload.ts';
import { receiveBody } from './routes/receive-body.ts';
import { routes } from './routes/routes.ts';
import { mountPage } from './routes/serve-app.ts';

export type App = Hono<AppEnv>;

/**
 * What a process that serves a firm has beside the app, and a test seldom needs: how much is taken on at once, which
 * without limiters is everything; how long a body and the whole of a request may take.
 */
type Operation = { limiters?: Limiters; meter?: Meter; bodyMaxMs?: number; requestMaxMs?: number };

/** The whole backend over its dependencies; it neither listens nor opens anything. */
export function createApp(deps: Deps, { limiters, meter, bodyMaxMs, requestMaxMs }: Operation = {}): App {
  checkAllEndpointsMounted();
  const app = new Hono<AppEnv>();
  app.use(observe(deps, meter), securityHeaders(deps.config));
  if (deps.config.corsOrigins.length > 0) app.use(crossOrigin(deps.config));
  app.use(echoKeys(), limitTime(requestMaxMs));
  if (limiters) app.use(admit(limiters));
  app.use(receiveBody(bodyMaxMs), waitForSlot());
  for (const { endpoint, handle } of routes) {
    app.on(endpoint.method, endpoint.path, c => {
      c.set('route', endpoint.path);
      return handle(deps, c);
    });
  }
  app.get('/openapi.json', c => c.json(describeApi()));
  mountConsent(app, deps);
  mountPage(app, deps.config);
  app.notFound(refuseUnknown);
  const answer = answerError(deps);
  app.onError((error, c) => inWords(c, answer(error, c)));
  return app;
}

/** Every endpoint of the contract is mounted with its own guard, and nothing else is: checked at each start. */
function checkAllEndpointsMounted(): void {
  const mounted = new Set(routes.map(route => route.endpoint));
  const missing = Object.entries(endpoints).filter(([, endpoint]) => !mounted.has(endpoint));
  if (missing.length > 0) throw new Error(`not mounted: ${missing.map(([name]) => name).join(', ')}`);
  if (mounted.size !== Object.keys(endpoints).length) throw new Error('a route is not in the contract');
}
