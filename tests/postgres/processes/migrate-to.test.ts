/** A firm moves from its folder to PostgreSQL by the command line, and the phones notice nothing. */
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listAllContacts, saveContact } from '#contract/contacts.ts';
import { runAdmin, startAdmin } from '#tests/support/admin.ts';
import { obtainAccessToken } from '#tests/support/ask-server.ts';
import { get, post } from '#tests/support/calls.ts';
import { openFolder } from '#tests/support/engine-of.ts';
import {
  type EmptyDatabase,
  instanceOf,
  makeDatabase,
  type ServerInstance,
} from '#tests/support/firm-on-postgres.ts';
import { startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';

const SLOW_MS = 240_000;
const CONFIG = '/application/config.json';
const NEW_CONTACT = {
  first_name: 'Анна',
  contact_phones: [{ full_phone: '0001234567' }],
};

let before: ServerInstance;
let after: ServerInstance | undefined;
let database: EmptyDatabase;
beforeAll(async () => {
  database = await makeDatabase();
  before = instanceOf(await startServer());
}, SLOW_MS);
afterAll(async () => {
  await Promise.all([before?.process.remove(), after?.process.remove()]);
  await database?.drop();
}, SLOW_MS);

/** The address as it may be given: without the password, which goes by the environment. */
function openly(url: string): { address: string; environment: Record<string, string> } {
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, environment: { DATA_DIR: before.process.dataDir, PGPASSWORD } };
}

/** While rows are on their way, another process opens the folder, tries to write, and stays. */
async function moveBesideAnother(environment: Record<string, string>, address: string) {
  const child = startAdmin(environment, 'migrate-to', address);
  let errors = '';
  child.stderr.on('data', data => (errors += data));
  const closed = once(child, 'close');
  await vi.waitUntil(() => /: записано/.test(errors), { timeout: SLOW_MS, interval: 5 });
  child.kill('SIGSTOP');
  const other = await openFolder(before.process.dataDir);
  const written = other.db.transaction(async tx => {
    await tx.execute(sql`set local lock_timeout = '100ms'`);
    await tx.execute(sql`update users set name = name`);
  });
  await expect(written).rejects.toMatchObject({ cause: { code: '55P03' } });
  child.kill('SIGCONT');
  const [exit] = await closed;
  await other.close();
  return [exit, errors];
}

it(
  'not while another process has opened the folder, then with its logins, its client, its contacts and their numbers',
  async () => {
    const signedIn = { authorization: `Bearer ${await obtainAccessToken(before.origin, DEMO.promoter)}` };
    const [config, book] = [await get(before, CONFIG), await get(before, listAllContacts.path, signedIn)];
    expect(book.body.list.length).toBeGreaterThan(0);
    const { address, environment } = openly(database.url);
    expect(await before.process.stop()).toBe(0);

    const [refused, why] = await moveBesideAnother(environment, address);
    expect([refused, why]).toEqual([1, expect.stringContaining('работает сервер или другая команда')]);
    const moved = await runAdmin(environment, 'migrate-to', address);
    expect([moved.exit, moved.out]).toEqual([0, expect.stringContaining('суммы совпали')]);
    const twice = await runAdmin(environment, 'migrate-to', address);
    expect([twice.exit, twice.out]).toEqual([1, '']);

    after = instanceOf(await startServer({ DATABASE_URL: database.url }));
    expect((await get(after, CONFIG)).body.clientSecret).toBe(config.body.clientSecret);
    expect((await get(after, listAllContacts.path, signedIn)).text).toBe(book.text);
    const saved = await post(after, saveContact.path, NEW_CONTACT, signedIn);
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
    const now = await get(after, listAllContacts.path, signedIn);
    expect(now.body.list).toHaveLength(book.body.list.length + 1);
  },
  SLOW_MS,
);
