import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import {
  ADMIN,
  COLLEAGUE,
  field,
  press,
  RECEIPT,
  type ReceiptScreen,
  receiptScreen,
  retype,
} from '#tests/support/warehouse-screens.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let app: ReceiptScreen;
beforeEach(async () => {
  app = await receiptScreen();
});

const address = () => screen.getByRole('status', { name: 'address' }).textContent;

describe('the address', () => {
  test.each([
    '/warehouse/move/edit/1',
    '/warehouse/constructor/edit/1',
    '/warehouse/..%2Fusers/edit/1',
    '/warehouse/ENTER/edit/1',
    '/warehouse/enter/edit/abc',
    '/warehouse/enter/edit/0',
    '/warehouse/enter/edit/1e3',
    '/warehouse/loss/edit/-1',
    '/warehouse/enter/edit/99999999999999999999',
  ])('%s is no document: the page is not found, and the server is not asked', async at => {
    app.openAt(at);
    await waitFor(() => expect(address()).toBe('/404'));
    expect(app.network.seen.filter(({ path }) => /enter|loss|move/.test(path))).toEqual([]);
  });

  test('a document that is not there says so, with the way back to its list', async () => {
    app.openAt('/warehouse/loss/edit/987654');
    expect(await screen.findByText(/^Такого документа нет/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'К списку' }));
    expect(address()).toBe('/warehouse/loss/1');
  });

  test('403 leads to the forbidden screen', async () => {
    app.network.fault(RECEIPT, '403');
    app.openAt('/warehouse/enter/edit/1');
    await waitFor(() => expect(address()).toBe('/403'));
  });
});

describe('a receipt', () => {
  test('shows every field as it is stored', async () => {
    await app.show();
    expect(field(/^Номер/).value).toBe('ОП-000001');
    expect(field(/^Дата/).value).toBe('2026-11-20');
    expect(field(/^На склад/).value).toBe('Основной склад');
    await screen.findByRole('option', { name: COLLEAGUE.name });
    expect(field(/^Контрагент/).value).toBe(String(COLLEAGUE.id));
    expect(field(/^Входящий номер/).value).toBe('УПД-77');
    expect(field(/^Входящая дата/).value).toBe('2026-11-19');
    expect(field(/^НДС, %/).value).toBe('20');
    expect(field('НДС включен в цену').checked).toBe(true);
    expect(field('Проведен').checked).toBe(true);
    expect(field(/^Описание/).value).toBe('Первая поставка');
    expect(field(/^Компания/).disabled).toBe(true);
    expect(screen.getByText('Список компаний пока не подключен')).toBeTruthy();
    expect(within(field(/^Компания/)).getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText('Насос сливной')).toBeTruthy();
  });

  test('who is stored stays chosen, before the list of users has come, without it, and when they are not in it', async () => {
    app.network.fault('/user/list', '500-before');
    app.network.answer(RECEIPT, () => answerOf({ ...app.stored(), contract_id: 7000 }));
    await app.show();
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Пользователь №7000' }).selected).toBe(true);
    expect(await screen.findByText(/Выбрать другого сейчас нельзя/)).toBeTruthy();
  });

  test('nothing is asked when nothing has changed, also after typing the same back', async () => {
    await app.show();
    expect(wouldLoseInput()).toBe(false);
    retype(/^Номер/, 'ОП-2');
    expect(wouldLoseInput()).toBe(true);
    retype(/^Номер/, 'ОП-000001');
    expect(wouldLoseInput()).toBe(false);
    const count = screen.getByLabelText('Количество, строка 1');
    await userEvent.type(count, '7');
    expect(wouldLoseInput()).toBe(true);
    await userEvent.type(count, '{Backspace}');
    expect(wouldLoseInput()).toBe(false);
  });

  test('a rate beyond 10 is refused at the first attempt, and nothing is sent', async () => {
    await app.show();
    await userEvent.type(screen.getByLabelText('Налог, %, строка 2'), '99');
    await press('Сохранить');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Налог, %, строка 2')));
    expect(app.saves()).toEqual([]);
  });

  test('what is missing or no number is sent as it is: that is the server’s to refuse', async () => {
    await app.show();
    retype(/^Номер/, '');
    retype(/^НДС, %/, 'много');
    await userEvent.clear(screen.getByLabelText('Цена, руб., строка 1'));
    await press('Сохранить');
    await waitFor(() => expect(app.saves()).toHaveLength(1));
    expect(app.saves()[0]).toMatchObject({ transfer_code: '', VAT: 'много' });
  });
});

describe('a write-off', () => {
  test('can be looked at, and says why no more than that', async () => {
    await app.show('loss');
    expect(screen.getByText('Списание можно только посмотреть: изменить его пока нельзя.')).toBeTruthy();
    const value = (term: string) =>
      screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(['Номер', 'Дата', 'Со склада', 'Описание', 'Входящий номер', 'НДС, %'].map(value)).toEqual([
      ...['СП-000001', '20 ноября 2026', 'Основной склад', 'Первая поставка', 'УПД-77', '20'],
    ]);
    await waitFor(() => expect(value('Контрагент')).toBe(COLLEAGUE.name));
    expect(screen.getByText('Насос сливной')).toBeTruthy();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryAllByRole('searchbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Сохранить|Удалить/ })).toBeNull();
    expect(wouldLoseInput()).toBe(false);
  });
});

describe('two versions', () => {
  const saved = () => screen.findByText(/^Оприходование .+ успешно сохранено$/);
  const readPagesSince = () => act(() => void window.dispatchEvent(new Event('focus')));
  const note = (text: string) => retype(/^Описание/, text);
  const noted = () => field(/^Описание/).value;
  const conflict = () => screen.findByRole('region', { name: 'Две версии документа' });
  const newer = () => screen.findByText(/^На сервере появилась более новая версия документа/);
  const description = () => app.stored().description;

  async function saveOver(theirs = 'Чужое'): Promise<HTMLElement> {
    await app.show();
    note('Мое');
    app.saveElsewhere({ description: theirs });
    await press('Сохранить');
    return conflict();
  }

  /** The two versions of one thing, mine first. */
  function versions(of: HTMLElement, label: string): (string | null)[] {
    const item = within(of).getByText(label).closest('li');
    return [...(item?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
  }

  test('a document that nobody has touched follows the server, lines and all', async () => {
    await app.show();
    const [line] = app.stored().nomenclature;
    if (!line) throw new Error('the receipt has lines');
    app.saveElsewhere({ description: 'Чужое', nomenclature: [{ ...line, count: 77 }] });
    await readPagesSince();
    await waitFor(() => expect(noted()).toBe('Чужое'));
    expect(field(/^Количество, строка 1/).value).toBe('77');
    expect(wouldLoseInput()).toBe(false);
    note('Мое');
    await press('Сохранить');
    await saved();
    expect(description()).toBe('Мое');
  });

  test('a newer version that comes never replaces what is typed', async () => {
    await app.show();
    retype(/^Цена, руб., строка 2/, '5');
    app.saveElsewhere({ description: 'Чужое' });
    await readPagesSince();
    await newer();
    expect(field(/^Цена, руб., строка 2/).value).toBe('5');
    expect(noted()).toBe('Первая поставка');
    await press('Сравнить');
    const both = await conflict();
    expect(versions(both, 'Описание')).toEqual(['Первая поставка', 'Чужое']);
    expect(versions(both, 'Строка 2 «Ремень привода «Ёлочка»»')).toEqual(['цена 5', 'цена 0,99']);
    await press('Вернуться к правке');
    expect(field(/^Цена, руб., строка 2/).value).toBe('5');
    expect(document.activeElement).toBe(field(/^Номер/));
  });

  test('what somebody else has saved word for word is no conflict', async () => {
    await app.show();
    note('Чужое');
    app.saveElsewhere({ description: 'Чужое' });
    await readPagesSince();
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
    expect(screen.queryByText(/^На сервере появилась/)).toBeNull();
  });

  test('a document that is gone meanwhile does not take along what is typed', async () => {
    await app.show();
    note('Мое');
    app.network.fault(RECEIPT, '404');
    await readPagesSince();
    expect(await screen.findByText(/^Документ больше не открывается/)).toBeTruthy();
    expect(noted()).toBe('Мое');
    cleanup();
    await app.show();
    app.network.fault(RECEIPT, '404');
    await readPagesSince();
    expect(await screen.findByText(/^Такого документа нет/)).toBeTruthy();
  });

  test('a save over a version that was not seen changes nothing, and both versions are shown', async () => {
    const both = await saveOver();
    expect(versions(both, 'Описание')).toEqual(['Мое', 'Чужое']);
    expect(within(both).getAllByRole('listitem')).toHaveLength(1);
    expect(within(both).getByText(`Сохранено: ${ADMIN.name}, 20 ноября 2026, 15:12`)).toBeTruthy();
    expect(document.activeElement).toBe(within(both).getByRole('heading', { name: 'Две версии документа' }));
    expect(wouldLoseInput()).toBe(true);
    expect(description()).toBe('Чужое');
  });

  test('… and go on editing; the next save is asked about again', async () => {
    await saveOver();
    await press('Вернуться к правке');
    expect(noted()).toBe('Мое');
    await newer();
    await press('Сохранить');
    await conflict();
    expect(description()).toBe('Чужое');
  });

  test('mine is saved over the version that was shown', async () => {
    await saveOver();
    await press('Оставить мое');
    await saved();
    expect(app.stored()).toMatchObject({ description: 'Мое', version: 3 });
    expect(noted()).toBe('Мое');
    expect(wouldLoseInput()).toBe(false);
  });

  test('mine keeps a line that they have removed, as a new one', async () => {
    await app.show();
    retype(/^Количество, строка 1/, '9');
    app.saveElsewhere({ nomenclature: app.stored().nomenclature.slice(1) });
    await press('Сохранить');
    const both = await conflict();
    expect(versions(both, 'Строка 1 «Насос сливной»')[1]).toBe('такой строки нет');
    await press('Оставить мое');
    await saved();
    const { nomenclature } = app.stored();
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
    note('Дальше');
    await press('Сохранить');
    await saved();
    expect(description()).toBe('Дальше');
  });

  test('a third version that comes during the choice is refused again, and shown', async () => {
    await saveOver();
    app.saveElsewhere({ description: 'Третье' });
    await press('Оставить мое');
    await waitFor(async () => expect(versions(await conflict(), 'Описание')).toEqual(['Мое', 'Третье']));
    expect(description()).toBe('Третье');
  });

  test('412 whose version cannot be read says so and keeps everything', async () => {
    await app.show();
    note('Мое');
    app.saveElsewhere({ description: 'Чужое' });
    app.network.fault(RECEIPT, '412');
    app.network.fault(RECEIPT, '500-before', 2);
    await press('Сохранить');
    expect(await screen.findByText(/^Документ успели изменить, но новая версия не загрузилась/)).toBeTruthy();
    expect(noted()).toBe('Мое');
  });

  test('a save whose answer was lost, and over which somebody has saved, becomes a choice', async () => {
    await app.show();
    note('Мое');
    app.network.fault(RECEIPT, 'drop-before');
    app.saveElsewhere({ description: 'Чужое' });
    await press('Сохранить');
    expect(versions(await conflict(), 'Описание')).toEqual(['Мое', 'Чужое']);
  });

  test('a backend without versions saves without If-Match, and a newer content is told all the same', async () => {
    const { version: _, updated_by: __, ...plain } = app.stored();
    const answers: object[] = [plain];
    const answer = () => app.network.answer(RECEIPT, () => answerOf(answers.at(-1)));
    answer();
    await app.show();
    note('Мое');
    answers.push({ ...plain, description: 'Чужое' });
    answer();
    await readPagesSince();
    await newer();
    expect(noted()).toBe('Мое');
    answers.push({ ...plain, description: 'Мое' });
    answer();
    await press('Сохранить');
    await saved();
    expect(wouldLoseInput()).toBe(false);
  });
});
