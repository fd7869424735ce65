import { describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { erasePayloads } from '#sync/overlay.ts';
import { saveTyped } from '#sync/save-typed.ts';
import { anna, type Phone } from '#tests/support/phone.ts';
import { knownContact, orderTo, ownerOf, passOf, people, setUp } from './fixture.ts';

describe('[S32] a draft', () => {
  const key = 'd';
  const draft = (phone: Phone, value: unknown) => phone.drafts.save({ key, ownerKey: 'x', form: 'f', value });
  const saving = (id: string, draftSeen: string) => ({
    id,
    kind: 'contact.create',
    payload: anna,
    draftKey: key,
    draftSeen,
  });

  it('goes with the save of its own content, under whatever id', async () => {
    const { phone } = await setUp();
    await draft(phone, { id: 'a', values: anna });
    await phone.outbox.enqueue(ownerOf(phone), saving(newId(), JSON.stringify({ values: anna })));
    expect(await phone.drafts.read(key)).toBeUndefined();
  });

  it('that another window has gone on with stays, as that of another entry', async () => {
    const { phone } = await setUp();
    const id = newId();
    await draft(phone, { id, values: people.vera });
    await phone.outbox.enqueue(ownerOf(phone), saving(id, JSON.stringify({ values: anna })));
    const kept = (await phone.drafts.read(key))?.value;
    expect(kept).toMatchObject({ values: people.vera, id: expect.not.stringMatching(id) });
    await phone.drafts.remove(key, JSON.stringify({ values: anna }));
    expect((await phone.drafts.read(key))?.value).toEqual(kept);
  });

  it('of a form that another window has saved is that of another entry', async () => {
    const { phone } = await setUp();
    const { id } = await phone.save('contact.create', anna);
    await saveTyped(phone.context, { key, ownerKey: 'x', form: 'f', value: { id, values: people.vera } });
    expect((await phone.drafts.read(key))?.value).toMatchObject({ id: expect.not.stringMatching(id) });
  });

  it.each([anna, people.vera])(
    'of what is saved is none, sent or not, whichever window saved it',
    async first => {
      const { phone } = await setUp();
      const id = newId();
      const seen = (values: unknown) => JSON.stringify({ values });
      await phone.outbox.enqueue(ownerOf(phone), saving(id, seen(anna)));
      await passOf(phone);
      await erasePayloads(phone.db, phone.book().ownerKey, () => true);
      const vera = { ...saving(id, seen(people.vera)), payload: people.vera };
      await phone.outbox.enqueue(ownerOf(phone), vera);
      const { ownerKey } = phone.book();
      const type = (values: unknown) =>
        saveTyped(phone.context, { key, ownerKey, form: 'f', value: { id, values } });
      await type({ ...first, comment: 'А' });
      expect(await phone.drafts.read(key)).toBeDefined();
      await type(first);
      expect(await phone.drafts.read(key)).toBeUndefined();
    },
  );

  it('stays where the form is asked about what another window has saved', async () => {
    const setup = await setUp();
    const { network, phone } = setup;
    network.off();
    const contact = knownContact(setup);
    const change = (comment: string) => ({
      id: newId(),
      kind: 'contact.update',
      payload: { ...anna, contact, comment },
      base: anna,
    });
    await draft(phone, { id: 'b', values: anna });
    await phone.outbox.enqueue(ownerOf(phone), change('А'));
    await phone.outbox.enqueue(ownerOf(phone), { ...change('Б'), draftKey: key });
    expect((await phone.drafts.read(key))?.value).toEqual({ id: 'b', values: anna });
  });
});

it.each(['order.create', 'contact.update'])(
  '[S19] %s of a contact that another window has removed is refused, its draft stays',
  async kind => {
    const { network, phone } = await setUp();
    network.off();
    const owner = ownerOf(phone);
    const { id: contact } = await phone.save('contact.create', anna);
    const removing = () =>
      phone.outbox.enqueue(owner, {
        id: newId(),
        kind: 'contact.delete',
        payload: { contact, name: 'Анна' },
      });
    await removing();
    await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'f', value: { id: 'a', values: anna } });
    const payload = kind === 'order.create' ? orderTo(contact) : { ...anna, contact };
    const draftSeen = JSON.stringify({ values: anna });
    const saved = await phone.outbox.enqueue(owner, { id: newId(), kind, payload, draftKey: 'd', draftSeen });
    expect(saved).toEqual({ ok: false, problem: { reason: 'orphaned' } });
    expect(await phone.drafts.read('d')).toBeDefined();
    expect(await removing()).toEqual({ ok: true, value: null });
    expect(await phone.entries()).toEqual([]);
  },
);
