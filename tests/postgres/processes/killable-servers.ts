/** Server processes that are to be killed, each with its own proxy to PostgreSQL; some are always being started. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { type Office, openOffice } from '#tests/support/firm-on-postgres.ts';
import { type Moment, type PostgresProxy, postgresProxy } from './postgres-proxy.ts';

const PURGED_WITHIN_MS = 60_000;

const ASK_AGAIN_MS = 20;

export type KillableServer = { office: Office; proxy: PostgresProxy };

export type KillableServers = {
  take: () => Promise<KillableServer>;
  /** Ends those that nobody took. */
  close: () => Promise<void>;
};

/** Keeps `waiting` of them ready on the database of that address. */
export function startKillable(url: string, { program }: BuiltServer, waiting: number): KillableServers {
  const next = async (): Promise<KillableServer> => {
    const proxy = await postgresProxy(url);
    const office = await openOffice(proxy.url, program);
    await untilPurged(office);
    return { office, proxy };
  };
  const queue: Promise<KillableServer>[] = [];
  const start = () => {
    const starting = next();
    // Whoever takes it hears of it.
    starting.catch(() => undefined);
    queue.push(starting);
  };
  for (let at = 0; at < waiting; at++) start();
  return {
    take: async () => {
      const taken = queue.shift();
      if (!taken) throw new Error('no server is waiting');
      start();
      return taken;
    },
    close: async () => {
      const left = await Promise.allSettled(queue);
      await Promise.all(
        left.map(each => (each.status === 'fulfilled' ? removeServer(each.value) : undefined)),
      );
    },
  };
}

/** What a server does by itself after its start must not be counted: the purge is the last of it. */
async function untilPurged({ process }: Office): Promise<void> {
  for (const deadline = Date.now() + PURGED_WITHIN_MS; Date.now() < deadline; await pause(ASK_AGAIN_MS)) {
    if (process.output().includes('"purge.done"')) return;
  }
  throw new Error(`The server did not say that its first purge is done:\n${process.output()}`);
}

/** Removes what is left of it. */
export async function removeServer({ office, proxy }: KillableServer): Promise<void> {
  await office.process.remove();
  await proxy.close();
}

/** A request as it is sent; a form goes as it is, everything else as JSON. */
export type Sent = { path: string; headers: Record<string, string>; body: unknown };

/** Where it is killed; `answering` is in the middle of the HTTP answer. */
export type KillPoint = { at: number; moment: Moment; isSilent?: boolean } | 'answering';

/** What came of it. `isWhole`: the answer was there before it was killed. */
export type Outcome = {
  isWhole: boolean;
  statements: ReturnType<PostgresProxy['statements']>;
  ports: ReturnType<PostgresProxy['ports']>;
};

/** Sends the request to the server, which dies at that point, and waits until it is dead or has answered. */
export async function askAndKill(server: KillableServer, sent: Sent, point: KillPoint): Promise<Outcome> {
  const { office, proxy } = server;
  const kill = () => office.process.kill();
  proxy.arm(point === 'answering' ? undefined : { ...point, kill });
  const isWhole = await isAnswered(new URL(sent.path, office.origin), sent, async () => {
    if (point === 'answering') await kill();
  });
  if (!isWhole || point === 'answering') await kill();
  return { isWhole: isWhole && point !== 'answering', statements: proxy.statements(), ports: proxy.ports() };
}

/** Whether an answer begins; then `meet` is done, and nothing more of it is read. */
async function isAnswered(url: URL, { headers, body }: Sent, meet: () => Promise<void>): Promise<boolean> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const asked = request(url, { method: 'POST', agent: false, headers: { 'content-type': type, ...headers } });
  asked.end(isForm ? body.toString() : JSON.stringify(body));
  try {
    await once(asked, 'response');
    await meet();
    return true;
  } catch {
    // The connection broke: nobody knows whether it was done.
    return false;
  } finally {
    asked.on('error', () => undefined);
    asked.destroy();
  }
}
