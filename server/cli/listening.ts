/** The app behind HTTP, with a limit on everything that a client can keep a connection open with. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from '../app.ts';

/** Node looks for connections past their time every half a minute by itself: twice as long as a head may take. */
export const LIMITS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** Without a byte in either direction: longer than any work takes, and than a phone stops reading in a tunnel. */
  silence: 60_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};

/** A server that does not listen yet. */
export function createListener(app: App, limits: typeof LIMITS = LIMITS): Server {
  // Without an HTTP/2 option the adaptor makes a plain http server.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: limits }) as Server;
  server.timeout = limits.silence;
  return server;
}

/** Listens, or fails with what the system says. */
export async function startListening(server: Server, port: number, host: string): Promise<void> {
  await once(server.listen(port, host), 'listening');
}

/** Where it listens; the system chooses where 0 was asked for. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
