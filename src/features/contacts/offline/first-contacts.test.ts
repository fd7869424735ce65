import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { createNetwork } from '#tests/support/network.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import { readFirstContacts } from './first-contacts.ts';

const NOON = Date.parse('2026-11-20T09:00:00Z');
const anna = { first_name: 'Анна', last_name: '', comment: 'Подъезд 3', phones: ['0001234567'] };

let phone: Phone;
beforeEach(async () => {
  const network = createNetwork(() => Response.json({}, { status: 503 }));
  phone = await createPhone(network, { clientSecret: 'secret', now: NOON });
  phone.auth.write({ ...phone.auth.read(), isLoggedIn: true, subject: 1, epoch: 'first' });
});

const first = (limit: number) => readFirstContacts(phone.book().ownerKey, limit, phone.db.name);
const names = async (limit = 6) => (await first(limit)).map(contact => contact.name);

async function keep(id: number) {
  const row = { id, first_name: `Имя ${id}`, last_name: '', comment: '' };
  const contact_phones = [{ full_phone: String(id).padStart(10, '0') }];
  const created_at = `2026-11-18 10:00:0${id}`;
  const rest = { created_at, contact_phones, phones: [], seenTick: 1, search: '' };
  await phone.book().cache.contacts.put({ ...row, ...rest });
}

test('are the newest of the book, with a phone to call', async () => {
  for (const id of [1, 3, 2]) await keep(id);
  expect(await names(2)).toEqual(['Имя 3', 'Имя 2']);
  expect(await first(1)).toEqual([{ name: 'Имя 3', comment: '', phone: '0000000003' }]);
});

test('[S2] have what only this device knows on top, changed and deleted as it was saved', async () => {
  for (const id of [1, 2, 3]) await keep(id);
  await phone.save('contact.create', anna);
  await phone.save('contact.update', { ...anna, first_name: 'Глафира', contact: '2' });
  await phone.save('contact.delete', { contact: '3', name: 'Имя 3' });
  expect(await names()).toEqual(['Анна', 'Глафира', 'Имя 1']);
});

test('are left to the app while the server has confirmed what no refresh has brought', async () => {
  await keep(1);
  const entry = await phone.save('contact.create', anna);
  await phone.db.entries.update(entry.seq, { state: 'done' });
  expect(await names()).toEqual([]);
});

test('are left to the app when a change names a contact by the id of this device', async () => {
  await keep(1);
  await phone.save('contact.update', { ...anna, contact: newId() });
  expect(await names()).toEqual([]);
});

test('of nobody are none, and no database is made for looking', async () => {
  expect(await readFirstContacts('|4711', 6)).toEqual([]);
  const known = (await indexedDB.databases()).map(({ name }) => name);
  expect(known).not.toContain('promo-cache||4711');
});
