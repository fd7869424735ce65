/** The real backend, in process, on a database of its own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { successStatus } from '#contract/endpoint.ts';
import type { Clock } from '#kit/clock.ts';
import { type App, createApp } from '#server/app.ts';
import { createListener, LIMITS } from '#server/cli/listening.ts';
import type { Db, OpenDatabase } from '#server/db/database.ts';
import type { AppConfig, LogEntry } from '#server/db/deps.ts';
import { endpointAt } from './endpoint-at.ts';
import {
  CHEAP_HASH,
  CLIENT,
  seedFixture,
  TEST_PASSWORD,
  type TestReferences,
  type TestUser,
  type TestUsers,
} from './fixture.ts';
import { personalIn } from './log-check.ts';
import { listenOnLoopback } from './loopback.ts';
import { openSeeded } from './test-database.ts';

export { CLIENT, TEST_PASSWORD, type TestUser } from './fixture.ts';

export const ORIGIN = 'http://server.test';

/** A clock that tests turn by hand. */
export type TestClock = Clock & { advance: (ms: number) => void };

export type TestServer = {
  app: App;
  /** The app as `fetch`: give it to a client, wrap it to inject faults. Relative addresses are allowed. */
  fetch: typeof fetch;
  db: Db;
  clock: TestClock;
  users: TestUsers;
  references: TestReferences;
  /** Every line that the server logged. */
  logged: LogEntry[];
  /** The Authorization header of a signed-in user. */
  signIn: (user: TestUser) => Promise<Record<string, string>>;
  close: () => Promise<void>;
};

const START = Date.parse('2026-11-20T12:12:39Z');

export function turnableClock(start = START): TestClock {
  let now = start;
  return Object.assign(() => now, {
    advance: (ms: number) => {
      now += ms;
    },
  });
}

/** What a test server is told unless a test says otherwise. */
export const TEST_CONFIG: AppConfig = {
  clientId: CLIENT.client_id,
  clientSecret: CLIENT.client_secret,
  apiOrigin: '',
  idempotency: true,
  zone: 'Europe/Moscow',
  corsOrigins: [],
  trustedHops: 0,
  isExposed: false,
  passportCompat: 'modern',
  enforce: 'off',
  hashCost: CHEAP_HASH,
  distDir: 'dist',
};

type Options = {
  clock?: TestClock;
  config?: Partial<AppConfig>;
  database?: Pick<OpenDatabase, 'db' | 'close'>;
};

/**
 * A fresh firm on a fresh database, or on an empty one that was opened otherwise. Close it: its database is used again, and
 * its log must be free of what is personal.
 */
export async function createTestServer(options: Options = {}): Promise<TestServer> {
  const clock = options.clock ?? turnableClock();
  const now = clock();
  const { opened, seeded } = options.database
    ? { opened: options.database, seeded: await seedFixture(options.database.db, now) }
    : await openSeeded(`fixture of ${now}`, db => seedFixture(db, now));
  const { db, close } = opened;
  const logged: LogEntry[] = [];
  const config = { ...TEST_CONFIG, ...options.config };
  const app = createApp({ db, clock, log: entry => logged.push(entry), config });
  // A request comes from outside: sent within a transaction of a test's own, it does not become a part of it.
  const outside = AsyncLocalStorage.snapshot();
  const send: typeof fetch = async (input, init) => {
    const target = typeof input === 'string' ? new URL(input, ORIGIN) : input;
    const request = new Request(target, init);
    const answer = await outside(() => app.fetch(request));
    await checkReply(request, answer);
    return answer;
  };
  const signIn = async ({ email }: TestUser) => {
    const form = { grant_type: 'password', ...CLIENT, username: email, password: TEST_PASSWORD, scope: '' };
    const response = await send('/oauth/token', { method: 'POST', body: new URLSearchParams(form) });
    if (!response.ok) throw new Error(`sign-in of ${email} failed: ${response.status}`);
    // Our own server's answer, checked by its own tests.
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  };
  const closeChecked = async () => {
    await close();
    const found = personalIn(logged);
    if (found.length > 0) throw new Error(`the log holds what it must not:\n${found.slice(0, 5).join('\n')}`);
  };
  return { app, fetch: send, db, clock, logged, signIn, close: closeChecked, ...seeded };
}

/** Whatever a test asks: what our own server gives is what the contract says, without tolerance. */
async function checkReply({ method, url }: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(url);
  const asked = endpointAt(method, pathname);
  const isPacked = answer.headers.has('content-encoding');
  if (!asked || isPacked || answer.status !== successStatus(asked.endpoint) || answer.status === 204) return;
  const body: unknown = await answer.clone().json();
  if (Object(body).status === 'error') return;
  const { success, issues } = v.safeParse(asked.endpoint.reply, body);
  if (!success)
    throw new Error(`${asked.name} was answered otherwise than its contract says: ${v.summarize(issues)}`);
}

/** One for all tests of a file, or of the suite in which this is called. */
export function serverForAll(options?: Options): TestServer {
  const server = {} as TestServer; // filled before anybody looks at it
  beforeAll(async () => void Object.assign(server, await createTestServer(options)));
  afterAll(() => server.close?.());
  return server;
}

/** The headers of somebody who is signed in for all of them. */
export function sessionForAll(server: TestServer, who: keyof TestUsers): Record<string, string> {
  const headers: Record<string, string> = {};
  beforeAll(async () => void Object.assign(headers, await server.signIn(server.users[who])));
  return headers;
}

/** A fresh server for each of them. */
export function serverForEach(options?: Options): TestServer {
  const server = {} as TestServer; // filled before anybody looks at it
  beforeEach(async () => void Object.assign(server, await createTestServer(options)));
  afterEach(() => server.close?.());
  return server;
}

export type Listening = {
  origin: string;
  /** How many there are. */
  connections: () => Promise<number>;
  close: () => Promise<void>;
};

/** The test server on a real socket as server/main.ts opens it, for clients that do their HTTP themselves. */
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
  const connections = promisify(server.getConnections.bind(server));
  return { origin: `http://127.0.0.1:${port}`, connections, close };
}
