import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { type AuthState, type AuthStore, localAuthStore, signedOut } from '#api/auth-state.ts';
import { createTransport } from '#api/transport.ts';
import { listContactStates } from '#contract/contacts.ts';
import { newId } from '#kit/ids.ts';
import { memoryLocks } from '#kit/locks.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import { createNetwork } from '#tests/support/network.ts';
import { createFakeServer } from './rules/fake-server.ts';
import { requestsTo } from './rules/fixture.ts';

const anna: AuthState = { ...signedOut, isLoggedIn: true, accessToken: 'a', subject: 7, epoch: 'first' };

/** Local storage of which a crash keeps only what had reached the disk by then. */
function lateStorage() {
  let values = new Map<string, string>();
  let onDisk = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    flush() {
      onDisk = new Map(values);
    },
    crash() {
      values = new Map(onDisk);
    },
  };
}

async function phone() {
  const name = newId();
  const storage = lateStorage();
  const start = async (db = new OutboxDb(name)) => restoreMirrored(db, localAuthStore(storage));
  const worker = () => workerAuthStore(new OutboxDb(name));
  return { storage, start, worker, open: () => new OutboxDb(name) };
}

it('[S26] renewed tokens outlive a crash before local storage has reached the disk, older ones do not come back', async () => {
  const { storage, start } = await phone();
  const auth = await start();
  await auth.write(anna);
  storage.flush();
  await auth.write({ ...auth.read(), accessToken: 'b' });
  storage.crash();
  expect((await start()).read().accessToken).toBe('b');
});

it('[S30] a sign-out outlives it as well: nobody is signed in again by a crash', async () => {
  const { storage, start } = await phone();
  const auth = await start();
  await auth.write(anna);
  storage.flush();
  await auth.remove();
  storage.crash();
  expect((await start()).read()).toEqual(signedOut);
});

it('what another tab has written last is the truth', async () => {
  const { start } = await phone();
  const [one, two] = [await start(), await start()];
  await one.write(anna);
  await two.remove();
  await one.write({ ...anna, epoch: 'second' });
  expect((await start()).read().epoch).toBe('second');
});

/** Storage that takes nothing more, as when the disk is full. */
function fill(db: OutboxDb): void {
  db.control.hook('creating', refuse);
  db.control.hook('updating', refuse);
}

function refuse(): never {
  throw new DOMException('no space left', 'QuotaExceededError');
}

it('[S26] a full disk signs nobody out: renewed tokens are the truth at the next start too', async () => {
  const { start, worker, open } = await phone();
  await (await start()).write(anna);
  const db = open();
  const auth = await start(db);
  fill(db);
  await auth.write({ ...auth.read(), accessToken: 'b' });
  expect((await auth.latest()).accessToken).toBe('b');
  expect((await start()).read().accessToken).toBe('b');
  expect((await worker().latest()).accessToken).toBe('b');
});

it('[S30] a full disk keeps nobody signed in', async () => {
  const { start, worker, open } = await phone();
  await (await start()).write(anna);
  const db = open();
  const auth = await start(db);
  fill(db);
  await auth.remove();
  expect((await auth.latest()).isLoggedIn).toBe(false);
  await start();
  expect((await worker().latest()).accessToken).toBe('');
});

it('[S7] a tab whose database was closed by a newer version goes on with its own copy', async () => {
  const { start, open } = await phone();
  const db = open();
  const auth = await start(db);
  await auth.write(anna);
  db.close({ disableAutoOpen: true });
  expect(await auth.latest()).toMatchObject(anna);
});

describe('page and worker', () => {
  const fresh: AuthState = { ...anna, accessToken: 'expired', refreshToken: 'refresh-1' };

  /** Both on one server, whose first login has a refresh token only. */
  async function both() {
    const { start, worker } = await phone();
    const server = createFakeServer({ keyed: true });
    server.admit('anna@test.example');
    const network = createNetwork(server.handle);
    const { fetch } = network;
    const transport = createTransport({ origin: 'http://test', zone: 'UTC', sendsKeys: true, fetch });
    const withLock = memoryLocks();
    const client = (auth: AuthStore) =>
      createApi({ clientId: '2', clientSecret: '', transport, auth, withLock });
    const [page, sw] = [await start(), worker()];
    await page.write(fresh);
    const clients = { page: client(page), worker: client(sw) };
    return { server, network, page, sw, clients, start };
  }

  it('[S25] share one refresh: the second to meet the 401 takes the tokens of the first', async () => {
    const { network, page, clients } = await both();
    const calls = [clients.worker, clients.page].map(client =>
      client.call(listContactStates, {}, { as: { userId: 7 } }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(answer => answer.ok)).toEqual([true, true]);
    expect(requestsTo({ network }, '/oauth/token')).toHaveLength(1);
    expect(page.read().accessToken).toBe('access-2');
  });

  it('[S25] a page that slept meanwhile asks with the tokens that the worker got', async () => {
    const { network, clients, start } = await both();
    await clients.worker.call(listContactStates, {});
    expect((await clients.page.call(listContactStates, {})).ok).toBe(true);
    expect(requestsTo({ network }, '/oauth/token')).toHaveLength(1);
    expect((await start()).read().refreshToken).toBe('refresh-2');
  });

  it('[S26] a session that the worker saw end has ended for the page, and the subject stays', async () => {
    const { server, page, clients } = await both();
    server.revokeAll();
    expect((await clients.worker.call(listContactStates, {})).ok).toBe(false);
    expect(await page.latest()).toMatchObject({ isLoggedIn: false, accessToken: '', subject: 7 });
  });

  it('[S27] the worker sends nothing once the page has signed out, or as somebody else', async () => {
    const { page, sw, clients } = await both();
    await sw.latest();
    await page.write({ ...fresh, subject: 8, epoch: 'second' });
    expect(await clients.worker.call(listContactStates, {}, { as: { userId: 7 } })).toMatchObject({
      problem: { kind: 'unauthenticated' },
    });
    await page.remove();
    expect(await sw.latest()).toEqual(signedOut);
  });
});
