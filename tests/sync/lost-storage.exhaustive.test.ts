import { afterEach, describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '#api/auth-state.ts';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { pullAll } from '#features/offline.ts';
import { readOutbox } from '#features/outbox/offline/read-outbox.ts';
import { newId } from '#kit/ids.ts';
import { withCache } from '#state/local.ts';
import { cacheDbName } from '#storage/database-names.ts';
import { nextTick } from '#sync/control-rows.ts';
import { noteUnsent } from '#sync/lost-entries.ts';
import { restoreIdMap } from '#sync/restore-id-map.ts';
import { restoreMirrored } from '#sync/session-mirror.ts';
import { attacked } from '#tests/support/attacks.ts';
import type { Phone } from '#tests/support/phone.ts';
import {
  attackStorage,
  fillStores,
  type StorageAttack,
  spoilDatabase,
} from '#tests/support/storage-attacks.ts';
import { namesOn, orderTo, PROMOTER, passOf, people, type Setup, setUpKeyed } from './rules/fixture.ts';

const OUTBOX = ['entries', 'idMap', 'drafts', 'control', 'calls'];
const CACHE = [
  ...['contacts', 'references', 'requests', 'requestLists'],
  ...['marks', 'me', 'addresses', 'seenRequests'],
];

type How = StorageAttack['how'] | 'full' | 'unopenable';
type Row = { database: 'outbox' | 'cache'; stores: string[]; how: How };

/** Every store by itself, then the databases as a whole. */
const rows: Row[] = [
  ...rowsOf('outbox', OUTBOX, ['deleted', 'storeless', 'emptied', 'newer', 'full']),
  ...rowsOf('cache', CACHE, ['deleted', 'storeless', 'emptied', 'torn', 'newer', 'full', 'unopenable']),
];

function rowsOf(database: Row['database'], all: string[], hows: How[]): Row[] {
  const singly = all.flatMap(store =>
    (['emptied', 'torn', 'full'] as const).map(how => ({ database, stores: [store], how })),
  );
  return [...singly, ...hows.map(how => ({ database, stores: all, how }))];
}

/** What is unsent when the storage is attacked; the contact of the order has been sent before. */
const UNSENT = 2;

/** Local storage, whose keys are its own properties. */
class Local implements KeyValueStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** `more`: the id of what is saved after the attack. */
type Lived = Setup & { local: Local; ownerKey: string; more: string };

/** A phone that has been in use: a book, a contact that has arrived, and without a network a contact and an order. */
async function setUpLived(): Promise<Lived> {
  const setup = await setUpKeyed();
  const { network, phone } = setup;
  const local = new Local();
  await phone.signIn(PROMOTER, 'password');
  // So many refreshes that what counts them anew would be behind.
  for (let refresh = 0; refresh < 9; refresh += 1) await nextTick(phone.db);
  await phone.pullAll();
  const anna = await phone.save('contact.create', people.anna);
  await phone.drain();
  network.off();
  await phone.save('contact.create', people.vera);
  await phone.save('order.create', orderTo(anna.id));
  const { ownerKey } = phone.book();
  await noteUnsent(phone.db, local, ownerKey, false);
  return { ...setup, local, ownerKey, more: newId() };
}

const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Attacks while the app is closed. */
async function attack({ phone, ownerKey }: Lived, { database, stores, how }: Row): Promise<void> {
  const name = database === 'outbox' ? phone.db.name : cacheDbName(ownerKey);
  phone.db.close();
  phone.book().cache.close();
  if (how === 'full') endings.push(fillStores(name, stores));
  else if (how === 'unopenable') endings.push(spoilDatabase(name));
  else await attackStorage({ database: name, stores, how });
}

/** What the app does at a start, before anybody sees anything. */
async function open({ phone, local, ownerKey }: Lived): Promise<{ app: Phone; lost: string[] }> {
  const app = await phone.crash();
  await restoreMirrored(app.db, app.auth);
  await restoreIdMap(app.db);
  return { app, lost: await noteUnsent(app.db, local, ownerKey, true) };
}

async function namesIn(app: Phone): Promise<string[]> {
  const book = await withCache(
    () => app.book(),
    context => readBook(context, 50),
  );
  return (book ?? []).map(contact => contact.first_name).sort();
}

/** A pass and what follows it, as the app has them. A full disk stops them, as it stops any other write. */
async function exchange(app: Phone, isFull: boolean): Promise<void> {
  const ended = [
    await settled(() => passOf(app)),
    await settled(() => withCache(() => app.pulls(), pullAll)),
  ];
  if (!isFull) expect(ended).toEqual(['done', 'done']);
}

async function settled(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'done',
    cause => String(cause),
  );
}

/** The same contact however often. */
function save(app: Phone, { more }: Lived) {
  return app.outbox.enqueue(app.pulls().owner, {
    id: more,
    kind: 'contact.create',
    payload: { ...people.boris, first_name: 'Глеб' },
  });
}

const isRefusing = ({ database, stores, how }: Row) =>
  database === 'outbox' && stores.includes('entries') && how === 'full';

const isLosing = ({ database, stores, how }: Row) =>
  database === 'outbox' && stores.includes('entries') && how !== 'newer' && how !== 'full';

/** Everything has room and a way again: what was left goes once, and stays on the screen meanwhile. */
async function expectAllThere(app: Phone, lived: Lived, mine: readonly string[]): Promise<void> {
  for (const end of endings.splice(0)) end();
  lived.network.on();
  await save(app, lived);
  await passOf(app);
  expect(namesOn(lived).sort()).toEqual(['Анна', 'Борис', ...mine].sort());
  expect(lived.server.orders).toHaveLength(mine.includes('Вера') ? 1 : 0);
  // [S20] What was confirmed stays until the server's own copy is there, and that one is taken.
  expect(await namesIn(app)).toEqual(expect.arrayContaining([...mine]));
  lived.server.addContact(1, { ...people.boris, first_name: 'Зоя' });
  await withCache(() => app.pulls(), pullAll);
  expect(await namesIn(app)).toEqual(['Анна', 'Борис', 'Зоя', ...mine].sort());
}

describe.each([
  ['without a network', false],
  ['with a network', true],
])('%s', (_, isOnline) => {
  it.each(
    rows.map(
      row =>
        [`${row.how} ${row.database}: ${row.stores.length > 1 ? 'all of it' : row.stores}`, row] as const,
    ),
  )(
    '[S1] [S4] %s: the app opens, shows what is unsent or how much was lost, and saves more',
    async (_title, row) => {
      const lived = await setUpLived();
      await attack(lived, row);
      if (isOnline) lived.network.on();
      const { app, lost } = await open(lived);
      expect(await app.session.enter()).toMatchObject({ state: 'in', offline: !isOnline, user: { id: 1 } });
      const seen = await withCache(() => app.book(), readOutbox);
      const left = isLosing(row) ? [0, UNSENT, [lived.ownerKey]] : [UNSENT, 0, []];
      expect([seen?.waiting.length, seen?.lost, lost]).toEqual(left);
      const refused = { ok: false, problem: { reason: 'full' } };
      expect(await save(app, lived)).toMatchObject(isRefusing(row) ? refused : { ok: true });
      if (isOnline) await exchange(app, row.how === 'full');
      await expectAllThere(app, lived, isLosing(row) ? ['Глеб'] : ['Вера', 'Глеб']);
      attacked('lost storage');
    },
  );
});
