import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { createLaravel, type Laravel, type LaravelOptions } from './create-laravel.ts';

/** A server of the firm's: journeys use it as they use ours, whose process stands behind it. */
export type LaravelServer = ServerProcess & Pick<Laravel, 'switches'> & { close: () => Promise<void> };

/** A Laravel on a socket of its own, in front of a process of our server. */
export async function openLaravel(
  behind: ServerProcess,
  options: Omit<LaravelOptions, 'upstream'>,
): Promise<LaravelServer> {
  const upstream = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(behind.origin + pathname + search, request), { redirect: 'manual' });
  };
  const { fetch: answer, switches } = createLaravel({ ...options, upstream });
  const server = createAdaptorServer({ fetch: answer }) as Server; // plain HTTP, as nothing else is asked for
  const port = await listenOnLoopback(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { ...behind, origin: `http://127.0.0.1:${port}`, switches, close };
}
