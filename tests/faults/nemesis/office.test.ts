import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { newId } from '#kit/ids.ts';
import { obtain } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let token = '';

beforeAll(async () => {
  office = await openOffice();
  token = await obtain(office.origin, DEMO.novice);
});

afterAll(() => office.close());

async function save(first_name: string, key: string): Promise<number> {
  const contact = { first_name, contact_phones: [{ full_phone: '79161234567' }] };
  const answer = await fetch(office.origin + saveContact.path, {
    method: 'POST',
    body: JSON.stringify(contact),
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    },
  });
  expect(answer.status).toBe(200);
  return v.parse(v.object({ id: v.number() }), await answer.json()).id;
}

it('what was answered before the kill is in the books, once, with its line in the log', async () => {
  const key = newId();
  const id = await save('Убитая', key);
  await Promise.all([office.kill(), office.kill()]);
  expect(await save('Убитая', key)).toBe(id);
  const books = await office.books();
  const { promoterId, ...row } = books.contacts.find(contact => contact.clientKey === key) ?? {};
  expect(row).toMatchObject({ id, first_name: 'Убитая', deleted: false });
  expect(books.emails.get(promoterId ?? 0)).toBe(DEMO.novice);
  expect(books.effects.filter(effect => effect.entityId === id && effect.entity === 'contact')).toMatchObject(
    [{ actorId: promoterId, action: 'create' }],
  );
  expect(books.disagreements).toEqual([]);
});
