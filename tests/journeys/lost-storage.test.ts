import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheDbName, OUTBOX_DB_NAME } from '#storage/database-names.ts';
import { serverRecords } from '#tests/support/ask-server.ts';
import { attacked } from '#tests/support/attacks.ts';
import { uncaught } from '#tests/support/browser.ts';
import { createContact, fillContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { attackStorage, type StorageAttack } from '#tests/support/storage-attacks.ts';
import { type App, goOnline, openReady } from './support/app.ts';
import { fillDisk, freeDisk } from './support/disk-space.ts';

type Saved = { name: string; phone: string };

let app: App;
/** Another page of the same site, without the app, from which its storage can be got at. */
let beside: Page;
/** What has been saved and is not sent yet. */
let unsent: Saved[] = [];

const CACHE = [
  'contacts',
  'references',
  'requests',
  'requestLists',
  'marks',
  'me',
  'addresses',
  'seenRequests',
];
const OUTBOX = ['idMap', 'drafts', 'control', 'calls', 'entries'];
const HOWS = ['emptied', 'torn'] as const;

/** Every store by itself, then the database. What loses the entries comes last. */
const rows: StorageAttack[] = [...attacksOn('cache', CACHE), ...attacksOn('outbox', OUTBOX)];

function attacksOn(database: string, all: string[]): StorageAttack[] {
  const singly = all.flatMap(store => HOWS.map(how => ({ database, stores: [store], how })));
  return [...singly, ...(['deleted', 'storeless'] as const).map(how => ({ database, stores: all, how }))];
}

beforeAll(async () => {
  app = await openReady();
  beside = await app.browser.open(`${app.proxy.origin}/api/nothing`);
});

/** The number that is left when the outbox is lost is written down after the save, not with it. */
async function waitUntilNoted(): Promise<void> {
  const readNoted = () =>
    app.page.evaluate(() => {
      const name = Object.keys(localStorage).find(key => key.startsWith('application.unsent|'));
      return Number(name && localStorage.getItem(name));
    });
  await expect.poll(readNoted).toBeGreaterThanOrEqual(unsent.length);
}

async function nameOfCache(): Promise<string> {
  const subject = await beside.evaluate(
    () => JSON.parse(localStorage.getItem('application') ?? '{}').subject,
  );
  return cacheDbName(`|${subject}`);
}

/** Closes the app, attacks, and opens it again after `meanwhile`. */
async function attack({ database, stores, how }: StorageAttack, meanwhile = async () => {}): Promise<void> {
  await waitUntilNoted();
  await app.page.goto('about:blank');
  const name = database === 'outbox' ? OUTBOX_DB_NAME : await nameOfCache();
  await beside.evaluate(attackStorage, { database: name, stores, how });
  await meanwhile();
  await open();
}

/** The outbox, inside all that surrounds a screen. */
async function open(): Promise<void> {
  const { page, at } = app;
  await page.goto(at('/promo/outbox'));
  await page.getByRole('region', { name: 'Очередь' }).waitFor();
}

async function saveMore(): Promise<void> {
  const { page, at } = app;
  const saved = { name: `Клим ${newPhone()}`, phone: newPhone() };
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: saved.name, phones: [saved.phone] });
  unsent.push(saved);
}

async function expectShown(): Promise<void> {
  const { page } = app;
  await open();
  for (const { name } of unsent) await page.getByRole('button', { name }).waitFor();
}

async function expectSentOnce(): Promise<void> {
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  for (const { phone } of unsent.splice(0)) {
    await expect.poll(async () => (await server.contactsWith(phone)).length).toBe(1);
  }
}

/** What is told of lost entries; the user has seen it then. */
async function expectLossNotice(): Promise<void> {
  const { page } = app;
  const received = page.getByText(/^Очередь на этом устройстве стерта\. В ней ждал[аи] отправки/);
  await received
    .getByText(new RegExp(` ${unsent.length} запис`))
    .or(received)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Понятно' }).click();
  await received.waitFor({ state: 'detached' });
  unsent = [];
}

const isLosing = ({ database, stores }: StorageAttack) => database === 'outbox' && stores.includes('entries');

const named = (attacks: readonly StorageAttack[]) =>
  attacks.map(
    row => [`${row.how} ${row.database}: ${row.stores.length > 1 ? 'all of it' : row.stores}`, row] as const,
  );

describe('without a network', () => {
  it.each(named(rows))(
    '[S1] %s: the app opens, shows what is unsent or says that it is lost, and saves more',
    async (_, row) => {
      await app.proxy.goOffline();
      if (unsent.length === 0) await saveMore();
      await attack(row);
      await (isLosing(row) ? expectLossNotice() : expectShown());
      await saveMore();
      attacked('lost storage');
    },
  );
});

describe('with a network again', () => {
  it.each(named(rows.filter(({ stores }) => stores.length > 1 || stores.includes('control'))))(
    '[S1] %s: what is left and what is saved then arrives, once each',
    async (_, row) => {
      await app.proxy.goOffline();
      await saveMore();
      await attack(row, app.proxy.goOnline);
      if (isLosing(row)) await expectLossNotice();
      await saveMore();
      await expectSentOnce();
      attacked('lost storage');
    },
  );
});

it('[S1] whoever leaves the app while it upgrades a large book comes back to it', async () => {
  const { page, at } = app;
  const cache = await nameOfCache();
  await page.goto('about:blank');
  await beside.evaluate(writeOlderBook, cache);
  await beside.evaluate(watchUpgrade, cache);
  await open();
  await beside.evaluate(() => window.upgrade.begun);
  expect(await beside.evaluate(() => window.upgrade.isOver)).toBe(false);
  // Back would lead to it: the browser keeps it as it is.
  await page.goto('about:blank');
  await page.goto(at('/promo/contacts'));
  await page.getByRole('link', { name: 'Старожил' }).first().waitFor();
  // The first rows are read before the upgrade is over, and leaving would take it back.
  await expect.poll(() => beside.evaluate(upgradedVersion, cache), { timeout: 60_000 }).toBe(20);
  attacked('lost storage');
});

/** Runs in a page. The version of a database once nobody upgrades it. */
function upgradedVersion(name: string): Promise<number> {
  return new Promise(resolve => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      resolve(opening.result.version);
      opening.result.close();
    };
  });
}

/** Runs in a page. A book as the first version of the app has left it, whose upgrade takes seconds. */
async function writeOlderBook(name: string): Promise<void> {
  const ended = (request: IDBRequest | IDBTransaction) =>
    new Promise(resolve => ['success', 'complete'].map(type => request.addEventListener(type, resolve)));
  await ended(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 10);
  opening.onupgradeneeded = () => {
    const stores = { references: 'name', requestLists: 'status', marks: 'name', me: 'name' };
    for (const [store, keyPath] of Object.entries(stores))
      opening.result.createObjectStore(store, { keyPath });
    const requests = opening.result.createObjectStore('requests', { keyPath: 'id' });
    for (const index of ['code_number', 'created_at']) requests.createIndex(index, index);
    const contacts = opening.result.createObjectStore('contacts', { keyPath: 'id' });
    contacts.createIndex('[created_at+id]', ['created_at', 'id']);
  };
  await ended(opening);
  const writing = opening.result.transaction('contacts', 'readwrite');
  for (let id = 100_000; id < 115_000; id += 1) {
    const phone = { full_phone: `9${String(id).padStart(9, '0')}` };
    const names = { first_name: 'Старожил', last_name: '', comment: '' };
    const row = { id, ...names, created_at: '2099-01-01 10:00:00', contact_phones: [phone], search: '' };
    writing.objectStore('contacts').put({ ...row, seenTick: 1 });
  }
  await ended(writing);
  opening.result.close();
}

declare global {
  interface Window {
    upgrade: { begun: Promise<void>; isOver: boolean };
  }
}

/** Runs in a page. Tells when another page begins to upgrade the database, and when it has. */
async function watchUpgrade(name: string): Promise<void> {
  const open = () =>
    new Promise<IDBDatabase>(resolve => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
  const older = await open();
  const begun = new Promise<void>(resolve => {
    older.onversionchange = async () => {
      older.close();
      resolve();
      const newer = await open();
      window.upgrade.isOver = true;
      newer.close();
    };
  });
  window.upgrade = { begun, isOver: false };
}

it('[S6] with a full disk the app opens and shows what is unsent; a form keeps its text until there is room', async () => {
  const { page, proxy, at } = app;
  await proxy.goOffline();
  await saveMore();
  await page.goto('about:blank');
  await fillDisk(app, beside);
  await open();
  await expectShown();
  const more = { name: 'Тит Тесный', phone: newPhone() };
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: more.name, phones: [more.phone] });
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('alert').getByText('На устройстве нет места').waitFor();
  await freeDisk(app);
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.waitForURL(/\/promo\/contacts$/);
  await page.getByRole('article', { name: more.name }).waitFor();
  unsent.push(more);
  await goOnline(app);
  await expectSentOnce();
  // What the app itself could not write meanwhile the console tells; the screen told what mattered.
  expect(uncaught.splice(0).filter(error => !/^(Abort|QuotaExceeded)Error/.test(error))).toEqual([]);
  attacked('lost storage');
});
