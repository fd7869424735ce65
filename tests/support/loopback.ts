import { once } from 'node:events';
import type { Server } from 'node:net';

/** What this process has had: a browser holds for an origin what another test has left there. */
const had = new Set<number>();

/** Listens on the loopback, on a free port that nobody here has had unless one is named; the port. */
export async function listenOnLoopback(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback gave no port');
  const { port } = address;
  if (wanted === 0 && had.has(port)) {
    server.close();
    await once(server, 'close');
    return listenOnLoopback(server);
  }
  had.add(port);
  return port;
}
