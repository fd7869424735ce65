/** A request's body comes whole, within its size and its time, before anything is worked on. */
import { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';
import { patternOf } from './edge.ts';
import { clientGone, serviceUnavailable } from './overload.ts';

const BODY_MAX_BYTES = 64 * 1024;
const BODY_MAX_MS = 10 * SECOND_MS;

/** Bodies that may be larger than most. */
const larger = Object.values(endpoints).flatMap(({ method, path, body }) =>
  body ? [{ method, pattern: patternOf(path), bytes: body.bytes }] : [],
);

function mostBytes(method: string, path: string): number {
  return larger.find(each => each.method === method && each.pattern.test(path))?.bytes ?? BODY_MAX_BYTES;
}

/** Receives what the request brings. Whatever ends that early, nothing has been done. */
export function receiveBody(maxMs = BODY_MAX_MS): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { raw, method } = c.req;
    // To ask for its body makes a whole Request, even of one that can have none.
    if (method === 'GET' || method === 'HEAD' || !hasBody(c)) return next();
    const mostHere = mostBytes(c.req.method, c.req.path);
    const isTooLarge = Number(c.req.header('content-length') ?? 0) > mostHere;
    const ends = { maxMs, gone: raw.signal, displaced: c.get('slot')?.displaced };
    const received = isTooLarge ? 'too large' : await receive(partsOf(c), mostHere, ends);
    switch (received) {
      case 'too large':
        throw new Refusal(413, { message: 'The request body is too large.' });
      case 'late':
        // With the end of the connection, what has not come is not waited for any more.
        throw new Refusal(408, { message: 'Request Timeout' }, { Connection: 'close' });
      case 'displaced':
        throw await serviceUnavailable(c);
      case 'gone':
        c.res = clientGone();
        return;
      default:
        keep(c, received);
        return next();
    }
  };
}

/** Whether a request that may bring something does: over a real connection its head says so. */
function hasBody(c: Context<AppEnv>): boolean {
  if (!c.env?.incoming) return c.req.raw.body !== null;
  const { headers } = c.env.incoming;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Over a real connection straight from it. A body that is cancelled takes the connection with it, and the answer that says why. */
function partsOf(c: Context<AppEnv>): AsyncIterable<Uint8Array> {
  if (c.env?.incoming) return c.env.incoming.iterator({ destroyOnReturn: false });
  return c.req.raw.body?.values({ preventCancel: true }) ?? Readable.from([]);
}

/** Where the adaptor looks first, for a body that somebody has read before it. */
function keep(c: Context<AppEnv>, body: Uint8Array<ArrayBuffer>): void {
  if (c.env?.incoming) Object.assign(c.env.incoming, { rawBody: body });
  else c.req.raw = new Request(c.req.raw, { body });
}

type Received = Uint8Array<ArrayBuffer> | 'too large' | 'late' | 'displaced' | 'gone';
type Ends = { maxMs: number; gone: AbortSignal; displaced: AbortSignal | undefined };

/** What came first. Of what comes later nothing is kept; nobody may hear the end of its connection. */
function receive(body: AsyncIterable<Uint8Array>, mostHere: number, { maxMs, gone, displaced }: Ends) {
  return new Promise<Received>(resolve => {
    const reading = { isOver: false };
    const end = (received: Received) => {
      reading.isOver = true;
      clearTimeout(late);
      gone.removeEventListener('abort', leave);
      displaced?.removeEventListener('abort', makeRoom);
      resolve(received);
    };
    const leave = () => end('gone');
    const makeRoom = () => end('displaced');
    const late = setTimeout(() => end('late'), maxMs);
    gone.addEventListener('abort', leave);
    displaced?.addEventListener('abort', makeRoom);
    // A body that breaks off is one whose sender has gone.
    read(body, mostHere, reading).then(end, leave);
    if (gone.aborted) leave();
  });
}

async function read(
  body: AsyncIterable<Uint8Array>,
  mostHere: number,
  reading: { isOver: boolean },
): Promise<Received> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    if (reading.isOver) return 'gone';
    size += part.byteLength;
    if (size > mostHere) return 'too large';
    parts.push(part);
  }
  return Buffer.concat(parts);
}
