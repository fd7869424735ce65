/** The morning: the network was away all night, and now every phone comes back in the same second. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type StormRequest, type StormResult, storm } from '#tests/support/storm.ts';
import type { Account } from './accounts.ts';
import type { Engine } from './engine.ts';
import type { Context } from './parts.ts';
import * as requests from './requests.ts';
import { judgeCount, type Run } from './run-parts.ts';
import type { Call } from './send-load.ts';
import { mib } from './server-under-load.ts';
import { type Counted, openSetup } from './setup.ts';

/** What a storm found: MiB, and the longest stop of the event loop in ms. */
export type Stormed = StormResult & {
  phones: number;
  counted: Counted;
  connections: number;
  lagMax: number;
  rss: Record<'before' | 'peak' | 'after', number>;
  heap: Record<'before' | 'after', number>;
};

const PATIENCE_MS = 10 * 60_000;
const SAMPLE_MS = 250;
const ORDERS_EACH = 2;

export async function runStorm(engine: Engine, phones: number): Promise<Pick<Run, 'wrong' | 'found'>> {
  const setup = await openSetup(engine);
  const { server, context } = setup;
  const comingBack = Array.from({ length: phones }, (_, at) => accountAt(context, at));
  const tags = await tagsOf(context, new Set(comingBack));
  const before = await server.vitals();
  const memory = watchMemory(server.pid);
  const received = await storm({
    origin: context.origin,
    phones: comingBack.map(account => morningOf(context, account, tags.get(account) ?? '')),
    patienceMs: PATIENCE_MS,
  });
  const peak = memory.stop();
  const after = await server.vitals();
  const state = await engine.state();
  const counted = await setup.close();
  const found: Stormed = {
    phones,
    ...received,
    counted,
    connections: state.connections,
    lagMax: Math.round(after.lag.max),
    rss: { before: mib(before.rss), peak: mib(peak), after: mib(after.rss) },
    heap: { before: mib(before.heapUsed), after: mib(after.heapUsed) },
  };
  console.log(JSON.stringify(found, null, 1));
  const expected = phones * ORDERS_EACH;
  return {
    found,
    wrong: [
      ...received.wrong,
      ...judgeCount(counted),
      ...(counted.orders.rows === expected ? [] : [`${counted.orders.rows} orders of ${expected}`]),
    ],
  };
}

function accountAt({ accounts }: Context, at: number): Account {
  const account = accounts.promoters[at % accounts.promoters.length];
  if (!account) throw new Error('nobody plays');
  return account;
}

/** Renews the login, asks who one is and whether the book has changed, and sends what was queued. */
function morningOf(context: Context, account: Account, tag: string): StormRequest[] {
  const my = { ...account };
  const order = (): StormRequest => {
    const key = randomUUID();
    // The same order each time: under one key the server wants one payload.
    const { path, body } = requests.newOrder(account, context.accounts, key);
    const make = () => ({ ...requests.newOrder(my, context.accounts, key), path, ...(body ? { body } : {}) });
    context.orders.sent(key, make());
    return {
      title: 'an order',
      make,
      done: ({ status }) => context.orders.answered(key, must('an order', status, 200)),
    };
  };
  return [
    {
      title: 'the renewal',
      make: () => requests.renew(context.client, my.refresh),
      done: ({ status, body }) => {
        must('the renewal', status, 200);
        // Our own server's answer.
        my.access = (JSON.parse(body) as { access_token: string }).access_token;
      },
    },
    stormRequest('getUser', () => requests.whoAmI(my), 200),
    stormRequest('fullList', () => requests.unchangedBook(my, tag), 304),
    ...Array.from({ length: ORDERS_EACH }, order),
  ];
}

function stormRequest(title: string, make: () => Call, expected: number): StormRequest {
  return { title, make, done: ({ status }) => void must(title, status, expected) };
}

function must(title: string, status: number, expected: number): number {
  if (status === expected) return status;
  throw new Error(`${title} was answered ${status}`);
}

const AT_ONCE = 16;

/** The tags that the phones keep from yesterday. */
async function tagsOf({ origin }: Context, signedIn: ReadonlySet<Account>): Promise<Map<Account, string>> {
  const tags = new Map<Account, string>();
  const waiting = [...signedIn];
  const work = async () => {
    for (let account = waiting.pop(); account; account = waiting.pop()) {
      tags.set(account, await requests.tagOf(origin, account));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tags;
}

/** The most that the process had, looked at from outside: inside, a question would wait behind the storm. */
function watchMemory(pid: number): { stop: () => number } {
  let peak = 0;
  const timer = setInterval(() => {
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    peak = Math.max(peak, Number(kib) * 1024);
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}
