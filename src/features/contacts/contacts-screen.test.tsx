// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import type { ContactView } from './offline/contact-book.ts';
import { ContactPicker } from './picker/contact-picker.tsx';

const anna = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const open = () => openScreen(pocket.device, <ContactsScreen />, '/promo/contacts');
const card = (name: string) => screen.findByRole('article', { name });

async function keep(id: number, first_name: string, created_at = '2026-11-19 10:00:00') {
  const { cache } = pocket.phone.book();
  const contact = { id, first_name, last_name: '', comment: '', created_at };
  const contact_phones = [{ full_phone: '0005550101' }];
  const phones = ['0005550101'];
  const search = first_name.toLowerCase();
  await cache.contacts.put({ ...contact, contact_phones, phones, seenTick: 1, search });
  await cache.marks.put({ name: 'book', tick: 1, at: pocket.phone.clock.now });
}

/** Names in lower case, as browsers give them back; the DOM emulator keeps what was written. */
function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

async function choose(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Действия: ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('a contact in the list', () => {
  test('can be called while it is folded, and unfolds to every number and an order', async () => {
    await pocket.phone.save('contact.create', anna);
    open();
    const view = within(await card('Анна Ёлкина'));
    const call = view.getByRole('link', { name: 'Позвонить: Анна Ёлкина, +7 (000) 123-45-67' });
    expect(call.getAttribute('href')).toBe('tel:+70001234567');
    expect(view.queryByRole('link', { name: /765-43-21/ })).toBeNull();
    await userEvent.click(view.getByRole('button', { name: 'Развернуть: Анна Ёлкина' }));
    expect(view.getByRole('link', { name: /765-43-21/ })).toBeTruthy();
    const [entry] = await pocket.phone.entries();
    const order = view.getByRole('link', { name: 'Оформить заявку' });
    expect(order.getAttribute('href')).toBe(`/promo/orders/add?contact=${entry?.id}`);
  });

  test('stands under its day and says that it waits', async () => {
    await keep(1, 'Борис');
    await pocket.phone.save('contact.create', anna);
    open();
    const today = await screen.findByRole('region', { name: 'Сегодня, 20 ноября 2026' });
    expect(within(today).getByText('Ждет отправки')).toBeTruthy();
    const yesterday = screen.getByRole('region', { name: 'Вчера, 19 ноября 2026' });
    expect(within(yesterday).getByRole('article', { name: 'Борис' })).toBeTruthy();
    expect(within(yesterday).queryByText('Ждет отправки')).toBeNull();
  });

  test('tells why it was refused and offers to fix it', async () => {
    const entry = await pocket.phone.save('contact.create', anna);
    const error = { kind: 'refused', status: 422, message: 'Имя занято', fields: {} };
    await pocket.phone.db.entries.update(entry.seq, { state: 'rejected', error });
    open();
    const view = within(await card('Анна Ёлкина'));
    expect(view.getByText('Не отправлено')).toBeTruthy();
    expect(view.getByText('Имя занято')).toBeTruthy();
    const fix = view.getByRole('link', { name: 'Исправить' });
    expect(fix.getAttribute('href')).toBe(`/promo/contacts/edit/${entry.id}`);
  });
});

describe('deleting', () => {
  test('asks by name and can be taken back until it is sent', async () => {
    await keep(1, 'Борис');
    open();
    await choose('Борис', 'Удалить');
    const question = screen.getByRole('dialog', { name: 'Удалить контакт Борис?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));
    expect(await pocket.phone.entries()).toEqual([]);
    await choose('Борис', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
    await waitFor(() => expect(screen.queryByText('Удалится при связи')).toBeNull());
    expect(await pocket.phone.entries()).toEqual([]);
    expect(await card('Борис')).toBeTruthy();
  });

  test('removes at once what the server never knew', async () => {
    await pocket.phone.save('contact.create', anna);
    open();
    await choose('Анна Ёлкина', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(await pocket.phone.entries()).toEqual([]);
  });

  test('says which orders still need the contact', async () => {
    const contact = await pocket.phone.save('contact.create', anna);
    await pocket.phone.save('order.create', {
      ...{
        type: 'point',
        contact: contact.id,
        contact_name: 'Анна',
        phones: [],
        broken: '',
        korp: '',
        flat: '',
      },
      ...{
        district: { id: 1, name: 'Север' },
        work: { id: 1, name: 'Ремонт' },
        street: 'Лесная',
        house: '5',
      },
    });
    open();
    await choose('Анна Ёлкина', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    const answer = await screen.findByRole('dialog', { name: 'Анна Ёлкина: пока нельзя удалить' });
    expect(await within(answer).findByText('Заявка от 20 ноября 2026, 12:00')).toBeTruthy();
    expect(await pocket.phone.entries()).toHaveLength(2);
  });
});

describe('the list', () => {
  test('is searched as one types, and a miss becomes a new contact', async () => {
    await keep(1, 'Борис');
    await pocket.phone.save('contact.create', anna);
    open();
    const search = await screen.findByRole('searchbox', { name: 'Имя, комментарий или телефон' });
    await userEvent.type(search, '765-43');
    expect(await screen.findByText('Найдено: 1')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await userEvent.clear(search);
    await userEvent.type(search, 'Щукин');
    const link = await screen.findByRole('link', { name: 'Создать контакт' });
    // It is there from the first letter that nobody has, and follows what is typed.
    const to = `/promo/contacts/add?text=${encodeURIComponent('Щукин')}`;
    await waitFor(() => expect(link.getAttribute('href')).toBe(to));
  });

  test.each([
    ['8 000 765-43', 'Анна Ёлкина'],
    ['елкина анна', 'Анна Ёлкина'],
    ['третий', 'Анна Ёлкина'],
  ])('finds by %s without a network, and says that it waits', async (text, name) => {
    await keep(1, 'Борис');
    await pocket.phone.save('contact.create', anna);
    open();
    await userEvent.type(await screen.findByRole('searchbox'), text);
    await screen.findByText('Найдено: 1');
    expect(within(await card(name)).getByText('Ждет отправки')).toBeTruthy();
  });

  test.each(['8 999 765-43-21', 'Щукин', 'Щукин 8 999 765-43-21, у лифта'])(
    'makes a new contact of %s, which nobody has',
    async text => {
      await keep(1, 'Борис');
      open();
      await userEvent.type(await screen.findByRole('searchbox'), text);
      const create = () => screen.findByRole('link', { name: 'Создать контакт' });
      // Until the last letter's search is done, the link is that of the letters before.
      const to = `/promo/contacts/add?text=${encodeURIComponent(text)}`;
      await waitFor(async () => expect((await create()).getAttribute('href')).toBe(to));
      await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
      expect(document.activeElement).toBe(screen.getByRole('searchbox'));
      expect(await card('Борис')).toBeTruthy();
    },
  );

  test('is read thirty at a time', async () => {
    for (let id = 1; id <= 40; id += 1) await keep(id, `Имя ${id}`);
    open();
    await card('Имя 40');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
    await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40));
    expect(screen.queryByRole('button', { name: 'Подгрузить еще' })).toBeNull();
  });

  test('says that nothing is there yet once the book was loaded', async () => {
    const { cache } = pocket.phone.book();
    await cache.marks.put({ name: 'book', tick: 1, at: pocket.phone.clock.now });
    open();
    expect(await screen.findByText('Контактов пока нет')).toBeTruthy();
  });

  test('asks the server for a page and for the states while the book was never loaded', async () => {
    const row = { id: 5, first_name: 'Вера', created_at: '2026-11-18T10:00:00.000000Z', contact_phones: [] };
    const rows = { list: [row], current_page: 1, last_page: 1, per_page: 20, total: 1 };
    pocket = await screenPhone(request => {
      if (request.url.includes('/contacts/list')) return json(rows);
      return json(request.url.includes('/getStates') ? { list: [] } : { status: 'error' });
    });
    await pocket.phone.save('contact.create', anna);
    open();
    await card('Анна Ёлкина');
    pocket.network.on();
    await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
    expect(await card('Вера')).toBeTruthy();
    const asked = pocket.network.seen.map(({ path }) => path);
    expect(asked).toContain('/api/promo/contacts/getStates');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Подгрузить еще' })).toBeNull());
  });
});

describe('the picker', () => {
  const openPicker = (onPick: (contact: ContactView) => void, onSubmit = vi.fn()) =>
    openScreen(
      pocket.device,
      <form onSubmit={onSubmit}>
        <ContactPicker open onPick={onPick} onClose={() => {}} />
      </form>,
      '/promo/orders/add/point',
    );

  test('finds a contact by a part of its phone', async () => {
    await pocket.phone.save('contact.create', anna);
    const onPick = vi.fn();
    openPicker(onPick);
    await userEvent.type(await screen.findByRole('searchbox'), '765');
    await userEvent.click(await screen.findByRole('button', { name: /Анна Ёлкина/ }));
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({ first_name: 'Анна', phones: anna.phones });
  });

  test('makes the contact that was searched for and picks it, without submitting the form around it', async () => {
    const onPick = vi.fn();
    const onSubmit = vi.fn();
    openPicker(onPick, onSubmit);
    await userEvent.type(await screen.findByRole('searchbox'), 'Щукин');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Имя' })).value).toBe('Щукин');
    await userEvent.type(screen.getByRole('textbox', { name: 'Телефон' }), '0001112233');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    const [entry] = await pocket.phone.entries();
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({
      key: entry?.id,
      first_name: 'Щукин',
      status: 'queued',
    });
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
