/** The test server on a real socket, for clients that do their HTTP themselves. */
import { once } from 'node:events';
import { createListener, LIMITS } from '#server/cli/listening.ts';
import { listenOnLoopback } from './loopback.ts';
import type { TestServer } from './server.ts';

export type Listening = { origin: string; close: () => Promise<void> };

/** Listens on loopback, on a free port, as server/main.ts does. */
export async function listen(
  { app }: Pick<TestServer, 'app'>,
  limits: Partial<typeof LIMITS> = {},
): Promise<Listening> {
  const server = createListener(app, { ...LIMITS, ...limits });
  // A client that was kept waiting by a busy machine must not find its connection closed.
  server.keepAliveTimeout = 0;
  const port = await listenOnLoopback(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
