import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import { contactRow, orderValues, refused } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { ContactPicker } from './contact-picker.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import type { ContactView } from './offline/contact-book.ts';

const anna = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};
const boris = { first_name: 'Борис', last_name: '', comment: '', phones: ['0005550101'] };

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

function open(query = '') {
  openScreen(
    handset.device,
    <>
      <ContactsScreen />
      <Toasts />
    </>,
    `/promo/contacts${query}`,
  );
}
const card = (name: string) => screen.findByRole('article', { name });

async function keep(id: number, first_name: string, created_at = '2026-11-19 10:00:00') {
  const { cache } = handset.phone.book();
  const search = first_name.toLowerCase();
  await cache.contacts.put(contactRow(id, { first_name, last_name: '', created_at, search }));
  await cache.marks.put({ name: 'book', tick: 1, at: handset.phone.clock.now });
}

async function choose(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Действия: ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('a contact in the list', () => {
  test('can be called while it is folded, and unfolds to every number and an order', async () => {
    await handset.phone.save('contact.create', anna);
    open();
    const view = within(await card('Анна Ёлкина'));
    const call = view.getByRole('link', { name: 'Позвонить: Анна Ёлкина, +7 (000) 123-45-67' });
    expect(call.getAttribute('href')).toBe('tel:+70001234567');
    expect(view.queryByRole('link', { name: /765-43-21/ })).toBeNull();
    await userEvent.click(view.getByRole('button', { name: 'Развернуть: Анна Ёлкина' }));
    expect(view.getByRole('link', { name: /765-43-21/ })).toBeTruthy();
    const [entry] = await handset.phone.entries();
    const order = view.getByRole('link', { name: 'Оформить заявку' });
    expect(order.getAttribute('href')).toBe(`/promo/orders/add?contact=${entry?.id}`);
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

  test('tells why it was refused and offers to fix it', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await handset.phone.db.entries.update(entry.seq, refused({ message: 'Имя занято' }));
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
    expect(await handset.phone.entries()).toEqual([]);
    await choose('Борис', 'Удалить');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
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
    expect(await within(answer).findByText('Заявка от 20 ноября 2026, 12:00')).toBeTruthy();
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
    await userEvent.clear(search);
    const nobody = 'Щукин 8 999 765-43-21, у лифта';
    await userEvent.paste(nobody);
    const create = () => screen.findByRole('link', { name: 'Создать контакт' });
    const to = `/promo/contacts/add?text=${encodeURIComponent(nobody)}`;
    await waitFor(async () => expect((await create()).getAttribute('href')).toBe(to));
    await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
    expect(document.activeElement).toBe(search);
    expect(await card('Борис')).toBeTruthy();
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
      await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
      await waitFor(() => expect(asked()).toEqual(expected));
    }
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(70));
    expect(screen.queryByRole('alert')).toBeNull();
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

describe('the picker', () => {
  const openPicker = (onPick: (contact: ContactView) => void, onSubmit = vi.fn()) =>
    openScreen(
      handset.device,
      <form onSubmit={onSubmit}>
        <ContactPicker open onPick={onPick} onClose={() => {}} />
      </form>,
      '/promo/orders/add/point',
    );

  test('finds a contact by a part of its phone', async () => {
    await handset.phone.save('contact.create', anna);
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
    await userEvent.click(screen.getByRole('textbox', { name: 'Телефон' }));
    await userEvent.paste('0001112233');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    const [entry] = await handset.phone.entries();
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({
      key: entry?.id,
      first_name: 'Щукин',
      status: 'queued',
    });
    expect(onSubmit).not.toHaveBeenCalled();
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

describe('a queued delete', () => {
  async function deleted(change: Partial<Entry>) {
    await handset.phone.book().cache.contacts.put(contactRow(7));
    const entry = await handset.phone.save('contact.delete', { contact: '7', name: 'Анна Ёлкина' });
    await handset.phone.db.entries.update(entry.seq, change);
    open();
    return entry;
  }
  const takeBack = () => screen.queryByRole('button', { name: 'Вернуть' });

  test.each([
    ['whose outcome is unknown', false, 'Проверяем удаление'],
    ['that is being sent', true, 'Удаляем'],
  ])('%s says so and cannot be taken back', async (_what, isSent, words) => {
    const { id } = await deleted({ state: 'unsure', attempts: 1, attemptId: 'a' });
    const lease = { holder: 'tab', at: handset.phone.clock.now, entryId: id };
    if (isSent) await handset.phone.db.control.put({ name: 'lease', value: lease });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(takeBack()).toBeNull();
  });

  test('that was refused tells why, and can be repeated or taken back', async () => {
    const entry = await deleted(refused({ status: 403, message: 'Нельзя' }));
    expect(await screen.findByText('Не удален')).toBeTruthy();
    expect(screen.getByText('Нельзя')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    expect((await handset.phone.entry(entry.id)).state).toBe('queued');
    expect(takeBack()).toBeTruthy();
  });
});

describe('the pane beside the list', () => {
  let annaKey: string;
  beforeEach(async () => {
    annaKey = (await handset.phone.save('contact.create', anna)).id;
    await handset.phone.save('contact.create', boris);
  });

  const pane = () => screen.findByRole('complementary', { name: 'Выбранный контакт' });

  test('a chosen card is marked and shown beside the list, with every number and action', async () => {
    setWidth(1280);
    open();
    expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
    const choose = within(await card('Анна Ёлкина')).getByRole('button', { name: 'Анна Ёлкина' });
    expect(choose.getAttribute('aria-current')).toBeNull();
    await userEvent.click(choose);
    const view = within(await pane());
    expect((await view.findByRole('heading', { name: 'Анна Ёлкина' })) === document.activeElement).toBe(true);
    expect(choose.getAttribute('aria-current')).toBe('true');
    expect(view.getByText('Третий подъезд')).toBeTruthy();
    expect(view.getByText('Ждет отправки')).toBeTruthy();
    expect(view.getAllByRole('link', { name: /^Позвонить/ })).toHaveLength(2);
    expect(view.getByRole('button', { name: 'Скопировать номер +7 (000) 765-43-21' })).toBeTruthy();
    expect(view.getByRole('link', { name: 'Оформить заявку' })).toBeTruthy();
    expect(view.getByRole('link', { name: 'Редактировать' }).getAttribute('href')).toBe(
      `/promo/contacts/edit/${annaKey}`,
    );
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(choose);
  });

  test('what is deleted in the pane leaves it', async () => {
    setWidth(1280);
    open();
    await userEvent.click(within(await card('Борис')).getByRole('button', { name: 'Борис' }));
    await userEvent.click(await within(await pane()).findByRole('button', { name: 'Удалить' }));
    const question = screen.getByRole('dialog', { name: 'Удалить контакт Борис?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }));
    expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
  });

  test('on a phone there is no pane and no copying: the card unfolds', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Развернуть: Анна Ёлкина' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('button', { name: /Скопировать/ })).toBeNull();
  });

  test.each([360, 1280] as const)('an address leads to somebody in the book, %i px wide', async width => {
    setWidth(width);
    open(`?${new URLSearchParams({ search: '+7 (000) 123-45-67', contact: annaKey })}`);
    await card('Анна Ёлкина');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(await screen.findByRole('link', { name: /765-43-21/ })).toBeTruthy();
  });
});
