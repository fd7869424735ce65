import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import { createLaravel, type Laravel, type LaravelOptions } from './create-laravel.ts';

/** `origin`, for example http://127.0.0.1:41234; `close` ends the Laravel, and not what stands behind it. */
export type LaravelServer = Pick<Laravel, 'switches'> & { origin: string; close: () => Promise<void> };

/** As nginx writes it before a PHP that is dead. */
const BAD_GATEWAY =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

/** Our server was not there, or went away before its answer was whole. */
class UpstreamGone extends Error {}

/** A Laravel on a socket of its own, in front of our server; answers 502 while that one is down. */
export async function openLaravel(
  behind: { origin: string },
  options: Omit<LaravelOptions, 'upstream'>,
): Promise<LaravelServer> {
  const upstream = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const asked = new Request(behind.origin + pathname + search, request);
    try {
      const received = await fetch(asked, { redirect: 'manual' });
      const body = await received.arrayBuffer();
      return new Response(body.byteLength > 0 ? body : null, received);
    } catch (cause) {
      throw new UpstreamGone(`${behind.origin} gave no whole answer`, { cause });
    }
  };
  const { fetch: answer, switches } = createLaravel({ ...options, upstream });
  const answerOr502 = (request: Request) => answer(request).catch(badGateway);
  const server = createAdaptorServer({ fetch: answerOr502 }) as Server; // plain HTTP, as nothing else is asked for
  const port = await listenOnLoopback(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${port}`, switches, close };
}

function badGateway(error: unknown): Response {
  if (!(error instanceof UpstreamGone)) throw error;
  return new Response(BAD_GATEWAY, { status: 502, headers: { 'content-type': 'text/html' } });
}
