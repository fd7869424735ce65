import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordAndAsk } from '#app/shell/record-call.ts';
import { noteCall } from '#state/phone-calls.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { contactRow, orderValues, refused, requestRow } from '#tests/support/cached-rows.ts';
import { openBook } from '#tests/support/contact-screens.tsx';
import { answerOf } from '#tests/support/network.ts';
import { type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';

const anna = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

const open = (query = '') => openBook(handset.device, query);
const card = (name: string) => screen.findByRole('article', { name });

async function keep(id: number, first_name: string, created_at = '2026-11-19 10:00:00') {
  const { cache } = handset.phone.book();
  const search = first_name.toLowerCase();
  await cache.contacts.put(contactRow(id, { first_name, last_name: '', created_at, search }));
  await cache.marks.put({ name: 'book', tick: 1, at: handset.phone.clock.now });
}

async function keepAnna(id: number) {
  const { phones, comment } = anna;
  const search = `анна елкина третий подъезд ${phones.join(' ')}`;
  await handset.phone.book().cache.contacts.put(contactRow(id, { phones, comment, search }));
}

async function choose(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Действия: ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('a contact in the list', () => {
  test('is called by its number, leads to its page, and opens all of its numbers', async () => {
    await handset.phone.save('contact.create', anna);
    open();
    const view = within(await card('Анна Ёлкина'));
    const call = view.getByRole('link', { name: 'Позвонить: Анна Ёлкина, +7 (000) 123-45-67' });
    expect(call.getAttribute('href')).toBe('tel:+70001234567');
    const [entry] = await handset.phone.entries();
    const name = view.getByRole('link', { name: 'Анна Ёлкина' });
    expect(name.getAttribute('href')).toBe(`/promo/contacts/card/${entry?.id}`);
    expect(name.contains(call)).toBe(false);
    await userEvent.click(view.getByRole('button', { name: '2 номера: Анна Ёлкина' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Анна Ёлкина' }));
    expect(sheet.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      'tel:+70001234567',
      'tel:+70007654321',
    ]);
  });

  test('shows and calls the number that was called last', async () => {
    await keepAnna(7);
    await noteCall(handset.device, { contact: '7', name: 'Анна', phone: '0007654321' });
    open();
    const call = await screen.findByRole('link', { name: 'Позвонить: Анна Ёлкина, +7 (000) 765-43-21' });
    expect(call.getAttribute('href')).toBe('tel:+70007654321');
  });

  test('has an order to be placed in its menu, which a long press opens too', async () => {
    await keepAnna(7);
    open();
    fireEvent(
      await screen.findByRole('link', { name: 'Анна Ёлкина' }),
      Object.assign(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }), {
        pointerType: 'touch',
      }),
    );
    const order = screen.getByRole('menuitem', { name: 'Оформить заявку' });
    expect(order.getAttribute('href')).toBe('/promo/orders/add?contact=7');
  });

  test('stands under its day and says that it waits', async () => {
    await keep(1, 'Борис');
    await handset.phone.save('contact.create', anna);
    open();
    const today = await screen.findByRole('region', { name: 'Сегодня, 20 ноября 2026' });
    expect(within(today).getByText('Ждет отправки')).toBeTruthy();
    const yesterday = screen.getByRole('region', { name: 'Вчера, 19 ноября 2026' });
    expect(within(yesterday).getByRole('article', { name: 'Борис' })).toBeTruthy();
    expect(within(yesterday).queryByText('Ждет отправки')).toBeNull();
  });

  test('tells why it was refused', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await handset.phone.db.entries.update(entry.seq, refused({ message: 'Имя занято' }));
    open();
    expect(within(await card('Анна Ёлкина')).getByText('Не отправлено: Имя занято')).toBeTruthy();
  });
});

describe('deleting', () => {
  test('asks by name and can be taken back until it is sent', async () => {
    await keep(1, 'Борис');
    open();
    await choose('Борис', 'Удалить');
    const question = screen.getByRole('dialog', { name: 'Удалить контакт Борис?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));
    expect(await handset.phone.entries()).toEqual([]);
    await choose('Борис', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    await choose('Борис', 'Вернуть');
    await waitFor(() => expect(screen.queryByText('Удалится при связи')).toBeNull());
    expect(await handset.phone.entries()).toEqual([]);
    expect(await card('Борис')).toBeTruthy();
  });

  test.each([
    ['waits', {}, /^Контакт еще не отправлен/],
    ['was refused', refused({}), /^Сервер не принял контакт: он исчезнет/],
    ['may have arrived', { state: 'unsure' }, /^Контакт удалится и на сервере/],
    ['is asked about', { state: 'unsure', question: { matches: [] } }, /^Контакт удалится и на сервере/],
  ] as const)('says what becomes of a contact that %s', async (_, changes, follows) => {
    const entry = await handset.phone.save('contact.create', anna);
    await handset.phone.db.entries.update(entry.seq, changes as Partial<Entry>);
    open();
    await choose('Анна Ёлкина', 'Удалить');
    expect(screen.getByText(follows)).toBeTruthy();
  });

  test('says which orders still need the contact', async () => {
    const contact = await handset.phone.save('contact.create', anna);
    await handset.phone.save('order.create', orderValues({ contact: contact.id }));
    open();
    await choose('Анна Ёлкина', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    const answer = await screen.findByRole('dialog', { name: 'Анна Ёлкина: пока нельзя удалить' });
    expect(await within(answer).findByText('Заявка, сохранена в 12:00')).toBeTruthy();
    expect(await handset.phone.entries()).toHaveLength(2);
  });
});

describe('the list', () => {
  test('is searched as one types, and a miss becomes a new contact with all of the text', async () => {
    await keep(1, 'Борис');
    await handset.phone.save('contact.create', anna);
    open();
    const search = await screen.findByRole('searchbox', { name: 'Имя, комментарий или телефон' });
    await userEvent.type(search, '765-43');
    expect(await screen.findByText('Найдено: 1')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    const found = screen.getByText('+7 (000) 765-43-21', { selector: 'mark' });
    expect(found.nextElementSibling?.textContent).toBe('найден по этому номеру');
    expect(screen.getByRole('link', { name: /^Позвонить/ }).getAttribute('href')).toBe('tel:+70007654321');
    await userEvent.clear(search);
    const nobody = 'Щукин 8 999 765-43-21, у лифта';
    await userEvent.paste(nobody);
    const create = () => screen.findByRole('link', { name: `Создать «${nobody}»` });
    const to = `/promo/contacts/add?${new URLSearchParams({ text: nobody })}`;
    await waitFor(async () => expect((await create()).getAttribute('href')).toBe(to));
    await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
    expect(document.activeElement).toBe(search);
    expect(await card('Борис')).toBeTruthy();
  });

  test('finds a name in which one letter is wrong, when nobody has it as it was typed', async () => {
    await keepAnna(7);
    open('?search=елкена');
    expect(await card('Анна Ёлкина')).toBeTruthy();
  });

  test('is as it was for whoever comes back from a contact', async () => {
    await keep(1, 'Борис');
    await keepAnna(7);
    open();
    await userEvent.type(await screen.findByRole('searchbox'), 'елк');
    await userEvent.click(await screen.findByRole('link', { name: 'Анна Ёлкина' }));
    await screen.findByRole('heading', { name: 'Анна Ёлкина', level: 2 });
    await userEvent.click(screen.getByRole('button', { name: 'back' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('елк'));
    expect(await screen.findByText('Найдено: 1')).toBeTruthy();
  });

  test('is read thirty at a time', async () => {
    for (let id = 1; id <= 40; id += 1) await keep(id, `Имя ${id}`);
    open();
    await card('Имя 40');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
    await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40));
    expect(screen.queryByRole('button', { name: 'Подгрузить еще' })).toBeNull();
    expect(handset.network.seen).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Имя 1' }));
    await screen.findByRole('heading', { name: 'Имя 1', level: 2 });
    await userEvent.click(screen.getByRole('button', { name: 'back' }));
    await card('Имя 1');
    expect(screen.getAllByRole('article')).toHaveLength(40);
  });

  test('asks for the states at each page advance, also where its rows are here, and is silent about a failure', async () => {
    handset = await screenPhone(request => answerOf({}, request.url.includes('/getStates') ? 500 : 503));
    const { cache } = handset.phone.book();
    await cache.marks.put({ name: 'book', tick: 1, at: handset.phone.clock.now });
    for (let id = 1; id <= 70; id += 1) await keep(id, `Имя ${id}`);
    open();
    await card('Имя 70');
    handset.network.on();
    const asked = () => handset.network.seen.map(({ path }) => path);
    const STATES = '/api/promo/contacts/getStates';
    for (const expected of [[STATES], [STATES, STATES]]) {
      await userEvent.click(await screen.findByRole('button', { name: 'Подгрузить еще' }));
      await waitFor(() => expect(asked()).toEqual(expected));
    }
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(70));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the state of a hit’s last order, and offers to order the only hit the same again', async () => {
    await keepAnna(7);
    await keep(8, 'Анфиса');
    const work = { work_name: 'Холодильник', address: 'Ленина, 12' };
    await handset.phone.book().cache.requests.put(requestRow(1, work));
    open('?search=ан');
    expect(await within(await card('Анна Ёлкина')).findByText('Новая · Третий подъезд')).toBeTruthy();
    const again = () => screen.queryByRole('link', { name: 'Повторить: Холодильник, Ленина, 12' });
    expect(again()).toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), 'на');
    const query = new URLSearchParams({ contact: '7', repeat: '1' });
    await waitFor(() => expect(again()?.getAttribute('href')).toBe(`/promo/orders/add/basa?${query}`));
  });

  test('begins with whom one called or ordered for last, where a search was asked for', async () => {
    await keep(1, 'Борис');
    await keepAnna(7);
    await recordAndAsk(handset.device, { contact: '7', name: 'Анна', phone: '0001234567' }, () => {});
    open('?search=');
    const recent = within(await screen.findByRole('region', { name: 'Недавние' }));
    expect(recent.getAllByRole('article').map(each => each.getAttribute('aria-label'))).toEqual([
      'Анна Ёлкина',
    ]);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  test('says that nothing is there yet once the book was loaded', async () => {
    const { cache } = handset.phone.book();
    await cache.marks.put({ name: 'book', tick: 1, at: handset.phone.clock.now });
    open();
    expect(await screen.findByText('Контактов пока нет')).toBeTruthy();
  });

  test('lets a page be asked for again after it did not come', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    handset = await screenPhone(asked);
    await handset.phone.save('contact.create', anna);
    open();
    await card('Анна Ёлкина');
    handset.network.on();
    const more = () => screen.getByRole('button', { name: 'Подгрузить еще' });
    for (let times = 0; times < 2; times += 1) {
      asked.mockClear();
      await userEvent.click(more());
      await waitFor(() => expect(asked).toHaveBeenCalled());
      await waitFor(() => expect(more().getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5000 });
    }
  });

  test('asks the server for a page and for the states while the book was never loaded', async () => {
    const row = { id: 5, first_name: 'Вера', created_at: '2026-11-18T10:00:00.000000Z', contact_phones: [] };
    const rows = { list: [row], current_page: 1, last_page: 1, per_page: 20, total: 1 };
    handset = await screenPhone(request => {
      if (request.url.includes('/contacts/list')) return answerOf(rows);
      return answerOf(request.url.includes('/getStates') ? { list: [] } : { status: 'error' });
    });
    await handset.phone.save('contact.create', anna);
    open();
    await card('Анна Ёлкина');
    handset.network.on();
    await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
    expect(await card('Вера')).toBeTruthy();
    const asked = handset.network.seen.map(({ path }) => path);
    expect(asked).toContain('/api/promo/contacts/getStates');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Подгрузить еще' })).toBeNull());
  });
});

async function remove(name: string) {
  await choose(name, 'Удалить');
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
}

const toast = () => screen.findByRole('group', { name: 'Контакт Анна Ёлкина: удален с устройства' });

describe('a contact that was never sent', () => {
  test('goes at once, and comes back as it was, under its own id', async () => {
    const before = await handset.phone.save('contact.create', anna);
    open();
    await remove('Анна Ёлкина');
    const undo = within(await toast()).getByRole('button', { name: 'Вернуть' });
    expect(await handset.phone.entries()).toEqual([]);
    await userEvent.click(undo);
    await userEvent.click(undo);
    expect(await screen.findByRole('article', { name: 'Анна Ёлкина' })).toBeTruthy();
    expect(await handset.phone.entries()).toMatchObject([
      { id: before.id, kind: 'contact.create', payload: anna, state: 'queued' },
    ]);
  });

  test('comes back as another tab had changed it by then', async () => {
    const before = await handset.phone.save('contact.create', anna);
    open();
    await choose('Анна Ёлкина', 'Удалить');
    await handset.phone.save('contact.update', { ...anna, last_name: 'Ель', contact: before.id });
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
    await waitFor(async () =>
      expect(await handset.phone.entries()).toMatchObject([{ payload: { last_name: 'Ель' } }]),
    );
  });

  test('offers to come back once more when the device was full', async () => {
    await handset.phone.save('contact.create', anna);
    open();
    await remove('Анна Ёлкина');
    const undo = within(await toast()).getByRole('button', { name: 'Вернуть' });
    let isFull = true;
    handset.phone.db.entries.hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    await userEvent.click(undo);
    const refusal = await screen.findByRole('group', { name: /На устройстве нет места/ });
    isFull = false;
    await userEvent.click(within(refusal).getByRole('button', { name: 'Вернуть' }));
    await waitFor(async () => expect(await handset.phone.entries()).toHaveLength(1));
  });
});
