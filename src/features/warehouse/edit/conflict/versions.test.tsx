// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { plantStock } from '#tests/support/planted-stock.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { field, press, retype, type StockDesk, stockDesk } from '#tests/support/stock-desk.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let server: TestServer;
let desk: StockDesk;
let path: string;

beforeEach(async () => {
  server = await createTestServer();
  desk = await stockDesk(server, await plantStock(server));
  path = `/api/enter/${desk.stock.receipt.id}`;
}, 60_000);
afterEach(async () => {
  cleanup();
  await server.close();
});

const saved = () => screen.findByText(/^Оприходование .+ успешно сохранено$/);
const lookBack = () => act(() => void window.dispatchEvent(new Event('focus')));
const note = (text: string) => retype(/^Описание/, text);
const noted = () => field(/^Описание/).value;
const conflict = () => screen.findByRole('region', { name: 'Две версии документа' });
const newer = () => screen.findByText(/^На сервере появилась более новая версия документа/);
const description = async () => (await desk.stored()).description;

async function saveOver(theirs = 'Чужое'): Promise<HTMLElement> {
  await desk.show();
  await note('Мое');
  await desk.saveElsewhere({ description: theirs });
  await press('Сохранить');
  return conflict();
}

/** The two versions of one thing, mine first. */
function versions(of: HTMLElement, label: string): (string | null)[] {
  const item = within(of).getByText(label).closest('li');
  return [...(item?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
}

test('a document that nobody has touched follows the server, lines and all', async () => {
  await desk.show();
  const [line] = (await desk.stored()).nomenclature;
  if (!line) throw new Error('the receipt has lines');
  await desk.saveElsewhere({ description: 'Чужое', nomenclature: [{ ...line, count: 77 }] });
  await lookBack();
  await waitFor(() => expect(noted()).toBe('Чужое'));
  expect(field(/^Количество, строка 1/).value).toBe('77');
  expect(wouldLoseInput()).toBe(false);
  await note('Мое');
  await press('Сохранить');
  await saved();
  expect(await description()).toBe('Мое');
});

test.each(['focus', 'online'])(
  'a newer version that comes with %s never replaces what is typed',
  async event => {
    await desk.show();
    await retype(/^Цена, руб., строка 2/, '5');
    await desk.saveElsewhere({ description: 'Чужое' });
    act(() => void window.dispatchEvent(new Event(event)));
    await newer();
    expect(field(/^Цена, руб., строка 2/).value).toBe('5');
    expect(noted()).toBe('Первая поставка');
    await press('Сравнить');
    const both = await conflict();
    expect(versions(both, 'Описание')).toEqual(['Первая поставка', 'Чужое']);
    expect(versions(both, 'Строка «Ремень привода «Ёлочка»»')).toEqual(['цена 5', 'цена 0,99']);
    await press('Вернуться к правке');
    expect(field(/^Цена, руб., строка 2/).value).toBe('5');
    expect(document.activeElement).toBe(field(/^Номер/));
  },
);

test('what somebody else has saved word for word is no conflict', async () => {
  await desk.show();
  await note('Чужое');
  await desk.saveElsewhere({ description: 'Чужое' });
  await lookBack();
  await waitFor(() => expect(wouldLoseInput()).toBe(false));
  expect(screen.queryByText(/^На сервере появилась/)).toBeNull();
});

test('a document that is gone meanwhile does not take along what is typed', async () => {
  await desk.show();
  await note('Мое');
  desk.network.fault(path, '404');
  await lookBack();
  expect(await screen.findByText(/^Документ больше не открывается/)).toBeTruthy();
  expect(noted()).toBe('Мое');
  cleanup();
  await desk.show();
  desk.network.fault(path, '404');
  await lookBack();
  expect(await screen.findByText(/^Такого документа нет/)).toBeTruthy();
});

test('a save over a version that was not seen changes nothing, and both versions are shown', async () => {
  const both = await saveOver();
  expect(versions(both, 'Описание')).toEqual(['Мое', 'Чужое']);
  expect(within(both).getAllByRole('listitem')).toHaveLength(1);
  expect(within(both).getByText(`Сохранено: ${server.users.admin.name}, 20 ноября 2026, 15:12`)).toBeTruthy();
  expect(document.activeElement).toBe(within(both).getByRole('heading', { name: 'Две версии документа' }));
  expect(wouldLoseInput()).toBe(true);
  expect(await description()).toBe('Чужое');
});

test('… and go on editing; the next save is asked about again', async () => {
  await saveOver();
  await press('Вернуться к правке');
  expect(noted()).toBe('Мое');
  await newer();
  await press('Сохранить');
  await conflict();
  expect(await description()).toBe('Чужое');
});

test('mine is saved over the version that was shown', async () => {
  await saveOver();
  await press('Оставить мое');
  await saved();
  expect(await desk.stored()).toMatchObject({ description: 'Мое', version: 3 });
  expect(noted()).toBe('Мое');
  expect(wouldLoseInput()).toBe(false);
});

test('mine keeps a line that they have removed, as a new one', async () => {
  await desk.show();
  await retype(/^Количество, строка 1/, '9');
  await desk.saveElsewhere({ nomenclature: (await desk.stored()).nomenclature.slice(1) });
  await press('Сохранить');
  const both = await conflict();
  expect(versions(both, 'Строка «Насос сливной»')[1]).toBe('такой строки нет');
  await press('Оставить мое');
  await saved();
  const { nomenclature } = await desk.stored();
  expect(nomenclature.map(({ count }) => count)).toEqual([9, 3]);
});

test('theirs is taken after one question; mine is gone', async () => {
  await saveOver();
  await press('Взять версию с сервера');
  const question = screen.getByRole('dialog', { name: 'Взять версию с сервера?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));
  await conflict();
  await press('Взять версию с сервера');
  const again = screen.getByRole('dialog', { name: 'Взять версию с сервера?' });
  await userEvent.click(within(again).getByRole('button', { name: 'Взять версию с сервера' }));
  expect(noted()).toBe('Чужое');
  expect(wouldLoseInput()).toBe(false);
  await note('Дальше');
  await press('Сохранить');
  await saved();
  expect(await description()).toBe('Дальше');
});

test('a third version that comes during the choice is refused again, and shown', async () => {
  await saveOver();
  await desk.saveElsewhere({ description: 'Третье' });
  await press('Оставить мое');
  await waitFor(async () => expect(versions(await conflict(), 'Описание')).toEqual(['Мое', 'Третье']));
  expect(await description()).toBe('Третье');
});

test('412 whose version cannot be read says so and keeps everything', async () => {
  await desk.show();
  await note('Мое');
  await desk.saveElsewhere({ description: 'Чужое' });
  desk.network.fault(path, '412');
  desk.network.fault(path, '500-before', 2);
  await press('Сохранить');
  expect(await screen.findByText(/^Документ успели изменить, но новая версия не загрузилась/)).toBeTruthy();
  expect(noted()).toBe('Мое');
});

test('a save whose answer was lost, and over which somebody has saved, becomes a choice', async () => {
  await desk.show();
  await note('Мое');
  desk.network.fault(path, 'drop-before');
  await desk.saveElsewhere({ description: 'Чужое' });
  await press('Сохранить');
  expect(versions(await conflict(), 'Описание')).toEqual(['Мое', 'Чужое']);
});

test('a backend without versions saves without If-Match, and a newer content is told all the same', async () => {
  const { version: _, updated_by: __, ...plain } = await desk.stored();
  const answers: object[] = [plain];
  const answer = () => desk.network.answer(path, () => answerOf(answers.at(-1)));
  answer();
  await desk.show();
  await note('Мое');
  answers.push({ ...plain, description: 'Чужое' });
  answer();
  await lookBack();
  await newer();
  expect(noted()).toBe('Мое');
  answers.push({ ...plain, description: 'Мое' });
  answer();
  await press('Сохранить');
  await saved();
  expect(wouldLoseInput()).toBe(false);
});
