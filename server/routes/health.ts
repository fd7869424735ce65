import { sql } from 'drizzle-orm';
import { healthLive, healthReady } from '#contract/runtime.ts';
import { Refusal } from '../db/refusal.ts';
import { open, type Route } from './route.ts';

export const healthRoutes: Route[] = [
  open(healthLive, async () => ({ status: 'ok' })),

  open(healthReady, async ({ db, log, config }) => {
    try {
      await db.execute(sql`select 1`);
    } catch (error) {
      log({ level: 'error', event: 'database.unreachable', error: String(error) });
      throw new Refusal(503, { message: 'Service Unavailable' }, { 'Retry-After': '5' });
    }
    return {
      status: 'ok',
      features: ['idempotency', 'revoke', ...(config.enforce === 'on' ? ['abac'] : [])],
    };
  }),
];
