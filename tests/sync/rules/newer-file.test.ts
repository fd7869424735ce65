import { expect, it } from 'vitest';
import { readContact } from '#features/contacts/offline/contact-book.ts';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import type { EntriesFile } from '#sync/entries-file.ts';
import { previewImport } from '#sync/import-entries.ts';
import type { Phone } from '#tests/support/phone.ts';
import { live, secondPhone, settle, take, unsentOf } from './entries-file.ts';
import { refuse } from './fake-server.ts';
import {
  knownContact,
  namesOn,
  orderTo,
  ownerOf,
  passOf,
  people,
  SAVE,
  type Setup,
  setUp,
  statesOf,
} from './fixture.ts';

const { anna } = people;

type Saved = Setup & { second: Phone; id: string; files: EntriesFile[] };

/** What waits on the first phone after each of these comments was saved, the last time with an order; and another phone. */
async function filesOf(comments: readonly string[], setup: Setup): Promise<Saved> {
  const { phone } = setup;
  const second = await secondPhone(setup);
  const { id } = await phone.save('contact.create', anna);
  const files = [await unsentOf(phone)];
  for (const comment of comments) {
    await changeOn(phone, id, { comment });
    if (files.length === comments.length) await phone.save('order.create', orderTo(id));
    files.push(await unsentOf(phone));
  }
  return { ...setup, second, id, files };
}

const changeOn = (phone: Phone, contact: string, change: Partial<ContactValues>) =>
  phone.save('contact.update', { ...anna, ...change, contact });

async function takeAll({ second, files }: Saved, order: readonly number[]): Promise<unknown[]> {
  const added: unknown[] = [];
  for (const file of order.flatMap(index => files[index] ?? [])) {
    const { fresh } = await previewImport(second.db, { ...file, owner: ownerOf(second) });
    expect(await take(second, file)).toEqual({ ok: true, value: fresh });
    added.push(fresh);
  }
  return added;
}

const commentsOn = ({ server }: Setup) => server.contacts.map(({ comment }) => comment);

/** Everything has gone; the contact is there once, with its newest content, and its order is for it. */
async function expectNewest(saved: Saved): Promise<void> {
  const { second, server } = saved;
  await settle(second);
  expect([await live(second), commentsOn(saved)]).toEqual([[], ['Позже']]);
  expect(server.orders.map(({ contact }) => contact.id)).toEqual([server.contacts[0]?.id]);
}

const backends = [{ keyed: true }, { keyed: false }];

it.each(backends)(
  '[S32] an older file, then a newer one: the contact takes its place, $keyed',
  async kept => {
    const saved = await filesOf(['Позже'], await setUp(kept));
    expect(await takeAll(saved, [0, 1, 1, 0])).toEqual([1, 2, 0, 0]);
    await expectNewest(saved);
  },
);

it('[S32] a newer file, then an older one: nothing is added', async () => {
  const saved = await filesOf(['Позже'], await setUp());
  expect(await takeAll(saved, [1, 0, 1])).toEqual([2, 0, 0]);
  await expectNewest(saved);
});

it.each(backends)(
  '[S32] what goes on from a contact that has arrived is its update, once, $keyed',
  async kept => {
    const saved = await filesOf(['Позже'], await setUp(kept));
    await takeAll(saved, [0]);
    await settle(saved.second);
    expect(await takeAll(saved, [1, 1, 0])).toEqual([2, 0, 0]);
    await settle(saved.second);
    expect(await takeAll(saved, [1, 0])).toEqual([0, 0]);
    await expectNewest(saved);
  },
);

it('[S32] that update begins from what was sent, before and after its content is erased', async () => {
  const saved = await filesOf(['Позже'], await setUp());
  const { second, id } = saved;
  await takeAll(saved, [0]);
  await passOf(second);
  expect((await second.entry(id)).payload).toEqual(anna);
  await takeAll(saved, [1]);
  const [, update] = await second.entries();
  await second.db.entries.bulkDelete((await second.entries()).slice(1).map(({ seq }) => seq));
  await second.drain();
  expect((await second.entry(id)).payload).toBeNull();
  await takeAll(saved, [1]);
  const [, again] = await second.entries();
  expect([update, again]).toMatchObject([
    { base: anna, state: 'queued', id: again?.id },
    { base: anna, state: 'queued', kind: 'contact.update' },
  ]);
});

it('[S32] three files, each sent before the next, are one contact', async () => {
  const saved = await filesOf(['Раньше', 'Позже'], await setUp());
  for (const index of [0, 1, 2]) {
    await takeAll(saved, [index]);
    await settle(saved.second);
  }
  await expectNewest(saved);
});

it('[S32] three files, of which two are taken in without a network after the first was sent', async () => {
  const saved = await filesOf(['Раньше', 'Позже'], await setUp());
  await takeAll(saved, [0]);
  await settle(saved.second);
  await takeAll(saved, [1, 2, 1]);
  await expectNewest(saved);
});

it('[S15] what the server shows differently by then is not overwritten: both versions wait for the user', async () => {
  const saved = await filesOf(['Позже'], await setUp());
  const { second, server } = saved;
  await takeAll(saved, [0]);
  await settle(second);
  const [contact] = server.contacts;
  Object.assign(contact ?? {}, { first_name: 'Анна Мария' });
  await second.pullAll();
  await takeAll(saved, [1, 1]);
  await settle(second);
  expect([namesOn(saved), commentsOn(saved)]).toEqual([['Анна Мария'], [anna.comment]]);
  expect(server.orders.map(each => each.contact.id)).toEqual([contact?.id]);
  const [waiting, ...others] = (await second.entries()).filter(({ state }) => state !== 'done');
  expect(waiting).toMatchObject({ state: 'rejected', payload: { comment: 'Позже' }, error: { status: 409 } });
  expect(others).toEqual([]);
  expect((await readContact(second.book(), saved.id))?.change).toMatchObject({
    base: { comment: 'Позже' },
    server: { first_name: 'Анна Мария', comment: anna.comment },
  });
});

it('[S32] what was changed here since is not replaced by a newer file: both contents arrive', async () => {
  const saved = await filesOf(['Там'], await setUp());
  const { second, id } = saved;
  await takeAll(saved, [0]);
  await changeOn(second, id, { comment: 'Здесь' });
  expect(await takeAll(saved, [1, 1])).toEqual([2, 0]);
  const creates = (await second.entries()).filter(({ kind }) => kind === 'contact.create');
  expect(new Set(creates.map(({ aggregate }) => aggregate)).size).toBe(2);
  await settle(second);
  expect(commentsOn(saved).sort()).toEqual(['Здесь', 'Там']);
});

it('[S28] an entry of somebody else under that id stays what it is', async () => {
  const saved = await filesOf(['Позже'], await setUp());
  const { second, id } = saved;
  await takeAll(saved, [0]);
  const { seq } = await second.entry(id);
  await second.db.entries.update(seq, { ownerKey: 'other' });
  const before = await second.entry(id);
  expect(await takeAll(saved, [1])).toEqual([2]);
  expect(await second.entry(id)).toEqual(before);
});

it('[S32] what was deleted here since does not take a newer content along', async () => {
  const saved = await filesOf(['Позже'], await setUp());
  const { second, id } = saved;
  await takeAll(saved, [0]);
  await second.save('contact.delete', { contact: id, name: 'Анна' });
  await takeAll(saved, [1]);
  await settle(second);
  expect(commentsOn(saved)).toEqual(['Позже']);
});

it.each(backends)(
  '[S13] an attempt whose answer was lost is looked for under its older content, $keyed',
  async kept => {
    const saved = await filesOf(['Позже'], await setUp(kept));
    const { second, id, network } = saved;
    await takeAll(saved, [0]);
    network.fault(SAVE, 'drop-after');
    await passOf(second);
    expect(await second.entry(id)).toMatchObject({ state: 'unsure', attempts: 1 });
    await takeAll(saved, [1]);
    await settle(second);
    expect([(await second.entry(id)).question?.matches.length, commentsOn(saved)]).toEqual([
      1,
      [anna.comment],
    ]);
    await second.outbox.answer(id, 'arrived');
    await expectNewest(saved);
  },
);

it('[S32] a refused contact that was corrected in the newer file is sent as corrected', async () => {
  const setup = await setUp();
  const second = await secondPhone(setup);
  const { phone, server } = setup;
  const change = server.change;
  server.change = () => refuse(422, 'Проверьте имя');
  const { id } = await phone.save('contact.create', anna);
  await passOf(phone);
  const older = await unsentOf(phone);
  await phone.outbox.correct(id, people.vera);
  server.change = change;
  for (const file of [older, await unsentOf(phone)]) await take(second, file);
  await settle(second);
  expect([await statesOf({ phone: second }), namesOn(setup)]).toEqual([['done'], ['Вера']]);
});

it('[S32] a change of a known contact goes on in its place, or behind it once it was sent', async () => {
  for (const isSent of [false, true]) {
    const setup = await setUp();
    const second = await secondPhone(setup);
    const contact = knownContact(setup);
    const files = [];
    for (const comment of ['Раньше', 'Позже']) {
      await changeOn(setup.phone, contact, { comment });
      files.push(await unsentOf(setup.phone));
    }
    for (const file of [...files, ...files]) {
      await take(second, file);
      if (isSent) await settle(second);
    }
    await settle(second);
    expect(commentsOn(setup)).toEqual(['Позже']);
    expect(await statesOf({ phone: second })).toEqual(isSent ? ['done', 'done'] : ['done']);
  }
});

it('[S32] the lost answer of the first of three files is asked about still after the third', async () => {
  const saved = await filesOf(['Раньше', 'Позже'], await setUp());
  await takeAll(saved, [0]);
  saved.network.fault(SAVE, 'drop-after');
  await passOf(saved.second);
  await takeAll(saved, [1, 2]);
  await settle(saved.second);
  expect(saved.server.contacts).toHaveLength(1);
});

it('[S32] an order that was sent here and corrected in the newer file is one more order, however often that is taken', async () => {
  const setup = await setUp();
  const { phone, server } = setup;
  const second = await secondPhone(setup);
  const contact = knownContact(setup);
  const { id } = await phone.save('order.create', orderTo(contact));
  const older = await unsentOf(phone);
  await phone.outbox.correct(id, { ...orderTo(contact), street: 'Другая' });
  const newer = await unsentOf(phone);
  await take(second, older);
  await settle(second);
  for (const added of [1, 0, 0]) {
    expect(await take(second, newer)).toEqual({ ok: true, value: added });
    await settle(second);
  }
  expect(server.orders).toHaveLength(2);
});
