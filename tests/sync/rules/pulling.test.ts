import { describe, expect, it } from 'vitest';
import { readBookTag } from '#features/contacts/offline/book-rows.ts';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { pullBook, SINGLE_PULLS } from '#features/contacts/offline/pull-contacts.ts';
import { pullAll, pullConfirmed, pullMissing } from '#features/offline.ts';
import { clearRefetchable } from '#storage/cache-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import type { Phone } from '#tests/support/phone.ts';
import { knownContact, orderTo, passOf, people, SAVE, setUp } from './fixture.ts';

const { anna, boris } = people;

/** A phone that has everything that the field needs. */
async function loadedPhone(): Promise<Phone> {
  const { phone } = await setUp();
  await phone.pullAll();
  phone.network.seen.length = 0;
  return phone;
}

/** What was asked of the server since the last time, by the end of its path. */
function take({ network }: Phone): string[] {
  return network.seen.splice(0).map(({ path }) => path.split('/promo/').at(-1)?.replace(/\d+$/, 'n') ?? '');
}

describe('[S20] a book that the server says is unchanged', () => {
  it('supersedes what was confirmed before it was asked about', async () => {
    const phone = await loadedPhone();
    await phone.save('contact.create', boris);
    await phone.drain();
    phone.network.fault(SAVE, 'drop-after');
    const entry = await phone.save('contact.create', anna);
    await passOf(phone);
    await pullBook(phone.pulls());
    const tag = await readBookTag(phone.book().cache);
    phone.pass(RETRY_CAP_MS);
    await passOf(phone);
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', payload: anna });
    await pullBook(phone.pulls());
    expect(await readBookTag(phone.book().cache)).toBe(tag);
    expect((await phone.entry(entry.id)).payload).toBeNull();
    const names = (await readBook(phone.book(), 10)).map(view => view.first_name);
    expect(names.sort()).toEqual(['Анна', 'Борис']);
  });
});

describe('after a pass', () => {
  const saveMany = async (phone: Phone, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await phone.save('contact.create', { ...anna, first_name: `Имя ${index}` });
    }
    await passOf(phone);
    phone.network.seen.length = 0;
    await phone.drain();
  };

  it('a few confirmed contacts are asked for one by one', async () => {
    const phone = await loadedPhone();
    await saveMany(phone, 2);
    expect(take(phone)).toEqual(['contacts/edit/n', 'contacts/edit/n']);
  });

  it('many confirmed contacts cost one answer', async () => {
    const phone = await loadedPhone();
    await saveMany(phone, SINGLE_PULLS + 1);
    expect(take(phone)).toEqual(['contacts/fullList']);
    expect(await readBook(phone.book(), 50)).toHaveLength(SINGLE_PULLS + 1);
    expect((await phone.entries()).map(({ payload }) => payload)).toEqual(Array(SINGLE_PULLS + 1).fill(null));
  });

  it('nothing is fetched twice, and a deleted contact not at all', async () => {
    const phone = await loadedPhone();
    const created = await phone.save('contact.create', anna);
    await phone.drain();
    await phone.save('contact.delete', { contact: created.id, name: 'Анна' });
    take(phone);
    await phone.drain();
    expect(take(phone)).toEqual(['/api/getUser', 'contacts/delete']);
    await phone.drain();
    expect(take(phone)).toEqual([]);
  });

  it('asks no more once the network is lost', async () => {
    const phone = await loadedPhone();
    await phone.save('contact.create', anna);
    await phone.save('contact.create', boris);
    await phone.save('order.create', orderTo('1'));
    await passOf(phone);
    phone.network.off();
    const pulls = phone.pulls();
    let asked = 0;
    const call: typeof phone.api.call = (...request) => {
      asked += 1;
      return phone.api.call(...request);
    };
    await pullConfirmed({ ...pulls, api: { call } });
    expect(asked).toBe(1);
    expect((await phone.entries()).every(({ payload }) => payload !== null)).toBe(true);
  });
});

describe('a refresh', () => {
  it('of an unchanged book costs one small answer for it', async () => {
    const phone = await loadedPhone();
    await pullAll(phone.pulls());
    expect(take(phone).filter(path => path.startsWith('contacts/'))).toEqual(['contacts/fullList']);
  });

  it.each([
    ['cannot be read', () => Response.json({ list: [{ id: 'seven' }] })],
    ['is an error page', () => new Response('<h1>Whoops</h1>', { status: 500 })],
  ])('of which one answer %s brings all the rest, and says what did not come', async (_, answer) => {
    const { phone } = await setUp();
    phone.network.answer('/contacts/fullList', answer);
    const pulled = await pullAll(phone.pulls());
    expect(pulled.ok ? '' : pulled.problem.kind).toMatch(/unreadable|foreign/);
    expect(await phone.book().cache.references.count()).toBe(4);
    expect(await phone.book().cache.requestLists.count()).toBe(3);
  });

  it('that saves data brings page 1 of a book never had, and the lists without which nothing can be ordered', async () => {
    const { phone } = await setUp();
    await pullMissing(phone.pulls());
    expect(take(phone).filter(path => !path.startsWith('orders/'))).toEqual([
      'contacts/getStates',
      'contacts/list',
    ]);
    expect(await phone.book().cache.references.count()).toBe(4);
  });

  it('brings the whole book again after its rows made room', async () => {
    const setup = await setUp();
    const { phone } = setup;
    knownContact(setup);
    await pullBook(phone.pulls());
    const { cache } = phone.book();
    await clearRefetchable(cache);
    expect([await cache.contacts.count(), await cache.marks.count()]).toEqual([0, 0]);
    await pullBook(phone.pulls());
    expect(await readBook(phone.book(), 10)).toMatchObject([{ first_name: 'Анна' }]);
  });

  it('that saves data brings nothing to a device that has everything', async () => {
    const phone = await loadedPhone();
    await pullMissing(phone.pulls());
    expect(take(phone)).toEqual([]);
  });
});
