import { expect, it } from 'vitest';
import { type AuthState, localAuthStore, signedOut } from '#api/auth-state.ts';
import { newId } from '#kit/ids.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { restoreMirrored } from '#sync/session-mirror.ts';

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
  const start = async () => restoreMirrored(new OutboxDb(name), localAuthStore(storage));
  /** Waits until everything that was written is durable: the database answers in order. */
  const settle = () => new OutboxDb(name).control.count();
  return { storage, start, settle };
}

it('[S30] a sign-in outlives a crash before local storage has reached the disk', async () => {
  const { storage, start, settle } = await phone();
  (await start()).write(anna);
  await settle();
  storage.crash();
  expect((await start()).read()).toMatchObject(anna);
});

it('[S26] renewed tokens outlive it too, older ones do not come back', async () => {
  const { storage, start, settle } = await phone();
  const auth = await start();
  auth.write(anna);
  storage.flush();
  auth.write({ ...auth.read(), accessToken: 'b' });
  await settle();
  storage.crash();
  expect((await start()).read().accessToken).toBe('b');
});

it('[S30] a sign-out outlives it as well: nobody is signed in again by a crash', async () => {
  const { storage, start, settle } = await phone();
  const auth = await start();
  auth.write(anna);
  storage.flush();
  auth.remove();
  await settle();
  storage.crash();
  expect((await start()).read()).toEqual(signedOut);
});

it('what another tab has written last is the truth', async () => {
  const { start, settle } = await phone();
  const [one, two] = [await start(), await start()];
  one.write(anna);
  two.remove();
  one.write({ ...anna, epoch: 'second' });
  await settle();
  expect((await start()).read().epoch).toBe('second');
});
