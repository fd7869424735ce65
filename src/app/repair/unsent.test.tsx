import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuthState, signedOut } from '#api/auth-state.ts';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import { type Entry, OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { collectUnsent } from '#sync/entries-file.ts';
import { AUTH_KEY, CONFIG_KEY } from '../stored-facts.ts';
import { readUnsent } from './unsent.ts';

const API = 'https://api.example.ru';
const ANNA: Owner = { apiOrigin: API, userId: 5 };
const CONTACT = '11111111-1111-4111-8111-111111111111';
const MADE_BEFORE = '22222222-2222-4222-8222-222222222222';

let db: OutboxDb;

beforeEach(() => {
  db = new OutboxDb();
  localStorage.setItem(CONFIG_KEY, JSON.stringify({ apiOrigin: API }));
});
afterEach(async () => {
  await db.delete();
  localStorage.clear();
});

function entry(id: string, owner: Owner, more: Partial<Entry> = {}): Omit<Entry, 'seq'> {
  return {
    id,
    owner,
    ownerKey: ownerKeyOf(owner),
    kind: 'contact.create',
    v: 1,
    aggregate: `contact:${id}`,
    refs: [],
    payload: { first_name: 'Анна' },
    base: null,
    key: id,
    hash: 'h',
    state: 'queued',
    attempts: 0,
    attemptId: '',
    firstAt: 1,
    lastAt: 0,
    nextAt: 0,
    question: null,
    absentAt: 0,
    error: null,
    doneAt: 0,
    settledTick: 0,
    serverId: null,
    code: '',
    ...more,
  };
}

async function mirror(revision: number, state: Partial<AuthState> | null): Promise<void> {
  const value = { revision, state: state && { ...signedOut, ...state } };
  await db.control.put({ name: 'session', value });
}

async function idsOf(): Promise<string[] | undefined> {
  return (await readUnsent())?.entries.map(({ id }) => id);
}

describe('what is unsent, read without the app', () => {
  it('is the very file that the app writes, in the order of the queue', async () => {
    await mirror(3, { subject: ANNA.userId });
    await db.entries.add(entry('done', ANNA, { state: 'done', refs: [MADE_BEFORE] }));
    await db.entries.add(entry(CONTACT, ANNA, { state: 'unsure' }));
    await db.entries.add(entry('order', ANNA, { state: 'rejected', refs: [CONTACT] }));
    await db.idMap.add({ localId: MADE_BEFORE, ownerKey: ownerKeyOf(ANNA), noun: 'contact', serverId: 7 });
    await db.control.put({ name: `keyed:${API}`, value: true });
    const read = await readUnsent();
    expect(read).toMatchObject({
      keyed: true,
      entries: [{ id: CONTACT }, { id: 'order' }],
      pairs: [{ serverId: 7 }],
    });
    expect(read).toEqual(await collectUnsent(db, ANNA, API, read?.savedAt ?? 0));
  });

  it("[S28] is the mirrored session's owner's alone: not another user's, not the same number's elsewhere, not as another", async () => {
    await mirror(3, { subject: ANNA.userId });
    await db.entries.bulkAdd([
      entry('own', ANNA),
      entry('of-another', { apiOrigin: API, userId: 6 }),
      entry('of-another-backend', { apiOrigin: '', userId: 5 }),
      entry('as-another', { ...ANNA, actorId: 9 }),
    ]);
    expect(await idsOf()).toEqual(['own']);
    const own = { accessToken: '', refreshToken: '', expiresIn: 0, subject: 9, since: 0 };
    await mirror(4, { subject: ANNA.userId, own });
    expect(await idsOf()).toEqual(['as-another']);
  });

  it('[S29] is nothing after a sign-out, also one that the full disk has not let into the mirror', async () => {
    await db.entries.add(entry('own', ANNA));
    await mirror(3, null);
    expect(await readUnsent()).toBe(null);
    await mirror(3, { subject: ANNA.userId });
    localStorage.setItem(AUTH_KEY, JSON.stringify({ ...signedOut, revision: 4 }));
    expect(await readUnsent()).toBe(null);
    localStorage.setItem(AUTH_KEY, JSON.stringify({ ...signedOut, revision: 2 }));
    expect(await idsOf()).toEqual(['own']);
  });

  it('makes no database and leaves the version of the one that is there', async () => {
    expect(await readUnsent()).toBe(null);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(OUTBOX_DB_NAME);
    await mirror(3, { subject: ANNA.userId });
    const version = db.backendDB().version;
    await readUnsent();
    expect(await indexedDB.databases()).toContainEqual({ name: OUTBOX_DB_NAME, version });
    expect(db.outdated).toBe(false);
  });
});
