import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on the loopback, on a free port unless one is named; the port. */
export async function listenOnLoopback(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback gave no port');
  return address.port;
}
