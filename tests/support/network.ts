import { deferred } from '#kit/deferred.ts';

/** What can happen between a phone and the backend. `before`: the request never arrives; `after`: it was carried out. */
export type Fault =
  | 'drop-before'
  | 'drop-after'
  | '500-before'
  | '500-after'
  | '401'
  | '403'
  | '404'
  | '409'
  | '412'
  | '413'
  | '422'
  | '425'
  | '429'
  | '503'
  | 'html'
  | 'redirect'
  | 'truncated'
  | 'twice'
  | 'stall-before'
  | 'stall-after';

/** A request as the backend's side saw it. */
export type Seen = { method: string; path: string; key: string | null; token: string; body: string };

export type Network = {
  /** To be given to the client in place of the browser's. */
  fetch: typeof globalThis.fetch;
  /** No reception from here on. */
  off(): void;
  on(): void;
  /** The next `times` requests whose path ends so meet the fault. */
  fault(path: string, fault: Fault, times?: number): void;
  /** Everything that reached the backend, in order. */
  seen: Seen[];
  /** The next request whose path ends so is answered by the test. */
  answer(path: string, respond: () => Response): void;
  /** The answer to the next request whose path ends so reaches the phone only after `release`. */
  hold(path: string): { arrived: Promise<void>; release: () => void };
  /** Resolves when the next request whose path ends so stalls: the moment at which a test crashes the phone. */
  stalled(path: string): Promise<void>;
};

type Handler = (request: Request) => Response | Promise<Response>;

/** Something that happens once to the next request whose path ends so. */
type Once = { path: string; handle: (request: Request, deliver: Handler) => Promise<Response> };

const STATUS_ONLY = /^(401|403|404|409|412|413|422|425|429|503)$/;

/** A network in front of a backend in this process, with an offline switch and faults to order. */
export function createNetwork(backend: Handler): Network {
  const seen: Seen[] = [];
  const orders: { path: string; fault: Fault; times: number }[] = [];
  const watchers: { path: string; resolve: () => void }[] = [];
  const once: Once[] = [];
  let isOff = false;

  async function deliver(request: Request): Promise<Response> {
    const url = new URL(request.url);
    seen.push({
      method: request.method,
      path: url.pathname,
      key: request.headers.get('Idempotency-Key'),
      token: request.headers.get('Authorization') ?? '',
      body: request.body ? await request.clone().text() : '',
    });
    return backend(request);
  }

  function ordered(path: string): Fault | null {
    const order = orders.find(({ path: end, times }) => times > 0 && path.endsWith(end));
    if (!order) return null;
    order.times -= 1;
    return order.fault;
  }

  /** A crashed phone never hears the answer, and no timer of the test waits for it. */
  function stall(path: string): Promise<Response> {
    for (const { resolve } of watchers.filter(watcher => path.endsWith(watcher.path))) resolve();
    return new Promise(() => {});
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (isOff) throw new TypeError('no reception');
    const special = once.findIndex(({ path }) => pathname.endsWith(path));
    const [taken] = special < 0 ? [] : once.splice(special, 1);
    if (taken) return taken.handle(request, deliver);
    const fault = ordered(pathname);
    if (fault === 'stall-before') return stall(pathname);
    if (fault === 'stall-after') return deliver(request).then(() => stall(pathname));
    return fault ? meet(fault, request, deliver) : deliver(request);
  }

  return {
    fetch: send,
    off() {
      isOff = true;
    },
    on() {
      isOff = false;
    },
    fault: (path, fault, times = 1) => void orders.push({ path, fault, times }),
    answer: (path, respond) => void once.push({ path, handle: async () => respond() }),
    hold(path) {
      const arrived = deferred();
      const released = deferred();
      once.push({
        path,
        async handle(request, deliver) {
          const response = await deliver(request);
          arrived.resolve();
          await released.promise;
          return response;
        },
      });
      return { arrived: arrived.promise, release: released.resolve };
    },
    seen,
    stalled: path => new Promise(resolve => watchers.push({ path, resolve })),
  };
}

async function meet(fault: Fault, request: Request, deliver: Handler): Promise<Response> {
  if (STATUS_ONLY.test(fault)) return refusal(Number(fault));
  switch (fault) {
    case 'drop-after':
      await deliver(request);
      throw new TypeError('connection lost');
    case '500-before':
      return refusal(500);
    case '500-after':
      await deliver(request);
      return refusal(500);
    case 'html':
      return new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
    case 'truncated':
      return truncated(await deliver(request));
    case 'twice':
      await deliver(request.clone());
      return deliver(request);
    default:
      // drop-before, and a redirect, which the client refuses to follow
      throw new TypeError(fault);
  }
}

function refusal(status: number): Response {
  const errors = status === 422 ? { errors: { first_name: ['Заполните поле'] } } : {};
  return answerOf({ message: `Answered ${status}`, ...errors }, status);
}

/** An answer in JSON that says so: the emulated DOM's `Response.json` does not, and there the name is told as it is written. */
export function answerOf(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, text.length / 2), { status: response.status, headers: response.headers });
}
