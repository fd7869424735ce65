import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { answerError } from './edge.ts';
import { receiveBody } from './receive-body.ts';

const BODY_MS = 50;
const PART_MS = 20;

it('of a body that is late nothing more is taken', async () => {
  let parts = 0;
  const body = new ReadableStream({
    async pull(stream) {
      await pause(PART_MS);
      parts += 1;
      stream.enqueue(new Uint8Array(16));
    },
  });
  const app = new Hono<AppEnv>();
  app.use(receiveBody(BODY_MS));
  app.onError(answerError({ log: () => undefined } as never));
  const { status } = await app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  const untilThen = parts;
  await pause(10 * PART_MS);
  expect(status).toBe(408);
  // One that was asked for before, and the one that the stream holds ready.
  expect(parts - untilThen).toBeLessThanOrEqual(2);
});
