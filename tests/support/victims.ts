/** Server processes that are to be killed, each with its own door to PostgreSQL; some are always being started. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltServer } from './built-server.ts';
import { type Office, openOffice } from './firm-on-postgres.ts';
import { type Moment, type PostgresProxy, postgresProxy } from './postgres-proxy.ts';

const PURGED_WITHIN_MS = 60_000;

const ASK_AGAIN_MS = 20;

export type Victim = { office: Office; door: PostgresProxy };

export type Victims = {
  take: () => Promise<Victim>;
  /** Ends those that nobody took. */
  close: () => Promise<void>;
};

/** Keeps `waiting` of them ready on the database of that address. */
export function keepVictims(url: string, { program }: BuiltServer, waiting: number): Victims {
  const next = async (): Promise<Victim> => {
    const door = await postgresProxy(url);
    const office = await openOffice(door.url, program);
    await untilPurged(office);
    return { office, door };
  };
  const queue: Promise<Victim>[] = [];
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
      if (!taken) throw new Error('there is no victim');
      start();
      return taken;
    },
    close: async () => {
      const left = await Promise.allSettled(queue);
      await Promise.all(left.map(each => (each.status === 'fulfilled' ? bury(each.value) : undefined)));
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
export async function bury({ office, door }: Victim): Promise<void> {
  await office.process.remove();
  await door.close();
}

/** A request as it is sent; a form goes as it is, everything else as JSON. */
export type Sent = { path: string; headers: Record<string, string>; body: unknown };

/** Where it is killed; `answering` is in the middle of the HTTP answer. */
export type Point = { at: number; moment: Moment; isSilent?: boolean } | 'answering';

/** What came of it. `isWhole`: the answer was there before any blow fell. */
export type Fate = {
  isWhole: boolean;
  statements: ReturnType<PostgresProxy['statements']>;
  ports: ReturnType<PostgresProxy['ports']>;
};

/** Sends the request to the victim, which dies at that point, and waits until it is dead or has answered. */
export async function askAndKill(victim: Victim, sent: Sent, point: Point): Promise<Fate> {
  const { office, door } = victim;
  const strike = () => office.process.kill();
  door.arm(point === 'answering' ? undefined : { ...point, strike });
  const isWhole = await isAnswered(new URL(sent.path, office.origin), sent, async () => {
    if (point === 'answering') await strike();
  });
  if (!isWhole || point === 'answering') await strike();
  return { isWhole: isWhole && point !== 'answering', statements: door.statements(), ports: door.ports() };
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
    // The connection broke: nobody knows whether the deed was done.
    return false;
  } finally {
    asked.on('error', () => undefined);
    asked.destroy();
  }
}
