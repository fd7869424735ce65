import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#kit/ids.ts';
import { noteCall } from '#state/phone-calls.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { concludeCall } from '#sync/phone-calls.ts';
import { contactRow, orderValues, refused, requestRow } from '#tests/support/cached-rows.ts';
import { openBook } from '#tests/support/contact-screens.tsx';
import { type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';

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

const cache = () => handset.phone.book().cache;
const open = (id: string) => openBook(handset.device, `/card/${id}`);
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('the page of a contact', () => {
  test('names it, calls and copies each number, and leads to both orders', async () => {
    const { id } = await handset.phone.save('contact.create', anna);
    open(id);
    expect(await screen.findByRole('heading', { name: 'Анна Ёлкина', level: 1 })).toBeTruthy();
    expect(screen.getByText('Третий подъезд')).toBeTruthy();
    expect(screen.getByText('Ждет отправки')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^Позвонить/ })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Скопировать номер +7 (000) 765-43-21' })).toBeTruthy();
    expect(hrefOf('На дом')).toBe(`/promo/orders/add/basa?contact=${id}`);
    expect(hrefOf('В мастерскую')).toBe(`/promo/orders/add/point?contact=${id}`);
    expect(hrefOf('Редактировать')).toBe(`/promo/contacts/edit/${id}`);
    expect(screen.queryByRole('link', { name: /^Повторить/ })).toBeNull();
  });

  test('has its orders: those that wait, and the requests that share a number, with state and percent', async () => {
    await cache().contacts.put(contactRow(7));
    const work = { work_name: 'Холодильник', address: 'Ленина, 12', percent: 1102.5 };
    await cache().requests.bulkPut([
      requestRow(1, { ...work, client_fio: 'Ёлкина А. А.' }),
      requestRow(2, { phones: [{ full_phone: '0009999999' }] }),
    ]);
    await handset.phone.save('order.create', orderValues({ contact: '7' }));
    open('7');
    const waiting = within(await screen.findByRole('region', { name: 'Ждут отправки' }));
    expect(waiting.getByText('На дом, Ноутбук, Лесная, 5')).toBeTruthy();
    const orders = within(screen.getByRole('region', { name: 'Заявки' }));
    const [request, ...others] = orders.getAllByRole('link');
    expect(others).toEqual([]);
    expect(request?.getAttribute('href')).toBe('/promo/request/1');
    expect(request?.textContent).toMatch(/Холодильник, Ленина, 12.*Новая.*1\s102,50\sруб\./);
    expect(request?.textContent).not.toContain('Ёлкина А. А.');
    const query = new URLSearchParams({ contact: '7', repeat: '1' });
    expect(hrefOf('Повторить: Холодильник, Ленина, 12')).toBe(`/promo/orders/add/basa?${query}`);
  });

  test('names the client of a request as the firm does where several contacts have the number', async () => {
    await cache().contacts.bulkPut([contactRow(7), contactRow(8, { first_name: 'Вера' })]);
    await cache().requests.put(requestRow(1, { client_fio: 'Ёлкина А. А.' }));
    open('7');
    expect(await screen.findByText('Ёлкина А. А.')).toBeTruthy();
  });

  test('has its calls with their notes, and the day on which to call back', async () => {
    await cache().contacts.put(contactRow(7));
    const call = await noteCall(handset.device, { contact: '', name: 'Анна', phone: '0001234567' });
    if (!call?.ok) throw new Error('Not recorded');
    const outcome = { outcome: 'call-back', note: 'после шести', callBackOn: '2026-11-21' } as const;
    await concludeCall(handset.phone.db, call.value, outcome, async () => {});
    open('7');
    const calls = within(await screen.findByRole('region', { name: 'Звонки' }));
    expect(calls.getByText('Звонок в 12:00, перезвонить')).toBeTruthy();
    expect(calls.getByText('Заметка: после шести')).toBeTruthy();
    expect(screen.getByText('Перезвонить: Завтра')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Готово: Анна Ёлкина' }));
    await waitFor(() => expect(screen.queryByText('Перезвонить: Завтра')).toBeNull());
  });

  test('tells why it was refused and offers to fix it', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await handset.phone.db.entries.update(entry.seq, refused({ message: 'Имя занято' }));
    open(entry.id);
    expect(await screen.findByText('Не отправлено')).toBeTruthy();
    expect(screen.getByText('Имя занято')).toBeTruthy();
    expect(hrefOf('Исправить')).toBe(`/promo/contacts/edit/${entry.id}`);
  });

  test('that the server has changed too leads to both versions', async () => {
    const server = { comment: 'у лифта', seenTick: 2 };
    await cache().contacts.put(contactRow(7));
    const base = { first_name: 'Анна', last_name: 'Ёлкина', comment: '', phones: ['0001234567'] };
    const entry = await handset.phone.save('contact.update', { ...base, contact: '7', comment: 'мой' });
    await handset.phone.db.entries.update(entry.seq, { base });
    await cache().contacts.put(contactRow(7, server));
    open('7');
    expect(await screen.findByText('Изменен и на сервере')).toBeTruthy();
    expect(hrefOf('Сравнить')).toBe('/promo/contacts/edit/7');
  });

  test('is handed on as a text', async () => {
    await cache().contacts.put(contactRow(7));
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    open('7');
    await userEvent.click(await screen.findByRole('button', { name: 'Поделиться' }));
    const text = 'Анна Ёлкина\n+7 (000) 123-45-67';
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Анна Ёлкина', text });
    Reflect.deleteProperty(navigator, 'share');
  });

  test('of which only a part is known is not handed on, and says why', async () => {
    await cache().contacts.put(contactRow(7, { phones: [], wholeTick: 0 }));
    open('7');
    expect(await screen.findByText(/Контакт загружен не полностью/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Редактировать' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Поделиться' })).toBeNull();
  });

  test('that nobody knows says so', async () => {
    open(newId());
    expect(within(await screen.findByRole('alert')).getByText('Контакт не найден')).toBeTruthy();
  });

  test('is left for the list when it was deleted', async () => {
    await cache().contacts.put(contactRow(7));
    open('7');
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    const question = screen.getByRole('dialog', { name: 'Удалить контакт Анна Ёлкина?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByRole('article', { name: 'Анна Ёлкина' })).toBeTruthy();
    expect(screen.getByText('Удалится при связи')).toBeTruthy();
  });
});

describe('a queued delete', () => {
  async function deleted(change: Partial<Entry>) {
    await handset.phone.book().cache.contacts.put(contactRow(7));
    const entry = await handset.phone.save('contact.delete', { contact: '7', name: 'Анна Ёлкина' });
    await handset.phone.db.entries.update(entry.seq, change);
    openBook(handset.device, '/card/7');
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

describe('beside the list, on a wide screen', () => {
  beforeEach(async () => {
    setWidth(1280);
    await handset.phone.save('contact.create', anna);
    await handset.phone.save('contact.create', boris);
  });

  const pane = () => screen.findByRole('complementary', { name: 'Выбранный контакт' });
  const row = async (name: string) =>
    within(await screen.findByRole('article', { name })).getByRole('link', { name });

  test('a chosen row is marked, the search stays, and Escape leads back to it', async () => {
    openBook(handset.device, '?search=анна');
    expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
    const choose = await row('Анна Ёлкина');
    expect(choose.getAttribute('aria-current')).toBeNull();
    await userEvent.click(choose);
    const title = await within(await pane()).findByRole('heading', { name: 'Анна Ёлкина' });
    expect(title === document.activeElement).toBe(true);
    await waitFor(() => expect(choose.getAttribute('aria-current')).toBe('true'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('анна');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(choose);
  });

  test('what is deleted in the pane leaves it', async () => {
    openBook(handset.device);
    await userEvent.click(await row('Борис'));
    await userEvent.click(await within(await pane()).findByRole('button', { name: 'Удалить' }));
    const question = screen.getByRole('dialog', { name: 'Удалить контакт Борис?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }));
    expect(await within(await pane()).findByText(/Выберите контакт в списке/)).toBeTruthy();
  });
});
