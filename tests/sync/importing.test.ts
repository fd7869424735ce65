import { expect, it } from 'vitest';
import { addPeople, extendContact, FIRST_BATCH } from '#features/contacts/import/add-people.ts';
import { comparePeople } from '#features/contacts/offline/compare-people.ts';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { failure, success } from '#kit/result.ts';
import { dropCache } from '#storage/cache-db.ts';
import type { Phone } from '#tests/support/phone.ts';
import { ownerOf, people, requestsTo, SAVE, setUp } from './rules/fixture.ts';

const { anna } = people;
const both: ContactValues[] = [anna, people.boris];

/** What the screen does: whoever is new becomes a contact. `tears`: the app is killed after so many batches. */
async function bring(phone: Phone, list: readonly ContactValues[], tears = Number.POSITIVE_INFINITY) {
  const standings = await comparePeople(phone.book(), list);
  const creates = list.flatMap((values, index) => {
    const standing = standings[index];
    const isNew = standing && !standing.isHere && standing.known === null && standing.duplicate === null;
    return isNew ? [{ person: String(index), id: standing.id, values }] : [];
  });
  let batches = 0;
  const added: string[] = [];
  await addPeople(
    { creates, extensions: [] },
    {
      enqueueAll: commands => phone.outbox.enqueueAll(ownerOf(phone), commands),
      extend: async () => success('done'),
      onAdded: batch => void added.push(...batch),
      isStopped: () => ++batches > tears,
    },
  );
  return added;
}

const names = async (phone: Phone) =>
  (await readBook(phone.book(), 2000)).map(view => view.first_name).sort();
const creates = (phone: Phone) => requestsTo(phone, SAVE);

it('[S3] people brought twice are one entry each: offline, in a second tab, after sending, after a refresh', async () => {
  const { phone } = await setUp();
  phone.network.off();
  expect(await bring(phone, both)).toHaveLength(2);
  expect(await bring(phone, both)).toEqual([]);
  expect(await bring(await phone.openTab(), both)).toEqual([]);
  phone.network.on();
  await phone.drain();
  expect(await bring(phone, both)).toEqual([]);
  await phone.pullAll();
  expect(await bring(phone, both)).toEqual([]);
  await phone.drain();
  expect(creates(phone)).toHaveLength(2);
  expect(await names(phone)).toEqual(['Анна', 'Борис']);
});

it('[S3] two tabs that bring the same people at the same moment make one entry each', async () => {
  const { phone } = await setUp();
  const tab = await phone.openTab();
  await Promise.all([bring(phone, both), bring(tab, both)]);
  expect(await phone.entries()).toHaveLength(2);
});

it('[S3] when the app is killed in the middle, bringing them again adds only the rest', async () => {
  const { phone } = await setUp();
  phone.network.off();
  const many = Array.from({ length: FIRST_BATCH * 2 + 5 }, (_, index) => ({
    ...anna,
    first_name: `Имя ${index}`,
    phones: [`000${2_000_000 + index}`],
  }));
  expect(await bring(phone, many, 1)).toHaveLength(FIRST_BATCH);
  const again = await phone.crash();
  expect(await again.entries()).toHaveLength(FIRST_BATCH);
  expect(await bring(again, many)).toHaveLength(FIRST_BATCH + 5);
  const ids = (await again.entries()).map(entry => entry.id);
  expect(new Set(ids).size).toBe(many.length);
  expect(ids).toHaveLength(many.length);
});

it('[S6] a disk that fills up keeps whole batches, says so, and names nobody as added who is not', async () => {
  const many = Array.from({ length: FIRST_BATCH + 1 }, (_, index) => ({
    person: String(index),
    id: `${index}`,
  }));
  const added: string[] = [];
  const end = await addPeople(
    { creates: many.map(each => ({ ...each, values: anna })), extensions: [] },
    {
      enqueueAll: async commands =>
        commands.length === FIRST_BATCH ? success(null) : failure({ reason: 'full' }),
      extend: async () => success('done'),
      onAdded: batch => void added.push(...batch),
      isStopped: () => false,
    },
  );
  expect(end).toEqual({ refusal: { reason: 'full' }, impossible: [] });
  expect(added).toHaveLength(FIRST_BATCH);
});

it('[S3] who was deleted after being brought can be brought again', async () => {
  const { phone } = await setUp();
  const remove = async () => {
    const [view] = await readBook(phone.book(), 1);
    await phone.save('contact.delete', { contact: view?.key ?? '', name: 'Анна' });
  };
  await bring(phone, [anna]);
  await phone.drain();
  await remove();
  expect(await bring(phone, [anna])).toHaveLength(1); // the delete still waits
  await phone.drain();
  expect(await names(phone)).toEqual(['Анна']);
  await remove();
  await phone.drain();
  await phone.pullAll();
  expect(await names(phone)).toEqual([]);
  expect(await bring(phone, [anna])).toHaveLength(1);
  await phone.drain();
  expect(await names(phone)).toEqual(['Анна']);
  expect(await bring(phone, [anna])).toEqual([]);
});

it('[S1] while the book is gone from the device, who was brought before is not brought again', async () => {
  const { phone } = await setUp();
  await bring(phone, both);
  await phone.drain();
  await phone.pullAll();
  await dropCache(phone.book().ownerKey);
  expect(await bring(phone, both)).toEqual([]);
});

it('[S3] who was corrected after being brought is not brought again as they were', async () => {
  const { phone } = await setUp();
  await bring(phone, [anna]);
  await phone.drain();
  const [view] = await readBook(phone.book(), 1);
  await phone.save('contact.update', { ...anna, phones: ['0009998877'], contact: view?.key ?? '' });
  await phone.drain();
  await phone.pullAll();
  expect(await bring(phone, [anna])).toEqual([]);
});

it('[S28] on a shared phone two promoters can bring the same file, each for themselves', async () => {
  const { phone } = await setUp();
  await bring(phone, [anna]);
  const [first] = await comparePeople(phone.book(), [anna]);
  const [second] = await comparePeople({ ...phone.book(), ownerKey: 'another' }, [anna]);
  expect(second?.id).not.toBe(first?.id);
});

it('[S19] new numbers join what the contact is by now, once, and after a refusal of the room none', async () => {
  const { phone } = await setUp();
  const extend = (phones: string[]) =>
    extendContact(phone.book(), command => phone.outbox.enqueue(ownerOf(phone), command), key, phones);
  await bring(phone, [anna]);
  const [{ key } = { key: '' }] = await readBook(phone.book(), 1);
  await phone.drain();
  await extend(['0001112233', anna.phones[0] ?? '']);
  await extend(['0001112233']);
  await phone.drain();
  await phone.pullAll();
  const [view] = await readBook(phone.book(), 1);
  expect(view?.phones).toEqual([...anna.phones, '0001112233']);
  expect(creates(phone)).toHaveLength(2);
  const many = Array.from({ length: 20 }, (_, index) => `000${3_000_000 + index}`);
  expect(await extend(many)).toEqual({ ok: true, value: 'impossible' });
  // Taken away and brought again, they are added again.
  await phone.save('contact.update', { ...anna, contact: key });
  await phone.drain();
  await extend(['0001112233']);
  expect((await readBook(phone.book(), 1))[0]?.phones).toContain('0001112233');
});

it('people of one list are compared with each other too', async () => {
  const { phone } = await setUp();
  const [phoneOfBoth = '', other = ''] = anna.phones;
  const wife = { ...anna, first_name: 'Вера', phones: [phoneOfBoth, '0004443322'] };
  const stranger = { ...anna, first_name: 'Глеб', phones: ['0004443311'] };
  const standings = await comparePeople(phone.book(), [anna, wife, stranger]);
  expect(standings).toMatchObject([
    { known: null, duplicate: null, fresh: [phoneOfBoth, other] },
    { known: null, duplicate: 0, fresh: ['0004443322'] },
    { known: null, duplicate: null, fresh: ['0004443311'] },
  ]);
  await bring(phone, [anna]);
  const [again, partly] = await comparePeople(phone.book(), [anna, wife]);
  expect(again).toMatchObject({ isHere: true, known: { first_name: 'Анна' }, fresh: [] });
  expect(partly).toMatchObject({ isHere: false, known: { first_name: 'Анна' }, fresh: ['0004443322'] });
});
