import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { newId } from '#kit/ids.ts';
import { obtain } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type KillableServer, openServer } from './server.ts';

let server: KillableServer;
let token = '';

beforeAll(async () => {
  server = await openServer();
  token = await obtain(server.origin, DEMO.novice);
});

afterAll(() => server.close());

async function save(first_name: string, key: string): Promise<number> {
  const contact = { first_name, contact_phones: [{ full_phone: '79161234567' }] };
  const answer = await fetch(server.origin + saveContact.path, {
    method: 'POST',
    body: JSON.stringify(contact),
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    },
  });
  expect(answer.status).toBe(200);
  return v.parse(v.object({ id: v.number() }), await answer.json()).id;
}

it('what was answered before the kill is in the data, once, with its line in the log', async () => {
  const key = newId();
  const id = await save('Убитая', key);
  await Promise.all([server.kill(), server.kill()]);
  expect(await save('Убитая', key)).toBe(id);
  const data = await server.data();
  const { promoterId, ...row } = data.contacts.find(contact => contact.clientKey === key) ?? {};
  expect(row).toMatchObject({ id, first_name: 'Убитая', deleted: false });
  expect(data.emails.get(promoterId ?? 0)).toBe(DEMO.novice);
  expect(data.effects.filter(effect => effect.entityId === id && effect.entity === 'contact')).toMatchObject([
    { actorId: promoterId, action: 'create' },
  ]);
  expect(data.disagreements).toEqual([]);
});
