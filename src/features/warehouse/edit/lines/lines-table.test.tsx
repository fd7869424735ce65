// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { buttonNamed, fieldNamed, focused, press, stageLines } from '#tests/support/lines-stage.tsx';
import { many, stock } from '#tests/support/stock-lines.ts';

const stage = stageLines();

const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('a short document', () => {
  test('is a table of all its lines, each number in a field of its own', () => {
    stage.show([stock(1, { count: 1.5, price: 99.9, tax: 2, discount: 10, reason: 'Бой' }), stock(2)]);
    const table = screen.getByRole('table', { name: 'Строки документа' });
    expect(table.getAttribute('aria-rowcount')).toBe('3');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['№', 'Наименование', 'Количество', 'Цена, руб.', 'Налог, %', 'Скидка, %', 'Причина', 'Сумма'],
      'Действия',
    ]);
    const [, row] = within(table).getAllByRole('row');
    expect(row?.getAttribute('aria-rowindex')).toBe('2');
    const values = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
    expect(values.slice(0, 5)).toEqual(['1,5', '99,9', '2', '10', 'Бой']);
    expect(fieldNamed('Количество, строка 1').getAttribute('inputmode')).toBe('decimal');
    expect(within(row ?? table).getByText('137,56 руб.')).toBeTruthy();
  });

  test('a line that cannot be counted says so', async () => {
    stage.show(many(1));
    await userEvent.clear(fieldNamed('Цена, руб., строка 1'));
    expect(screen.getByText('Не посчитать')).toBeTruthy();
  });

  test('without lines says that there are none', () => {
    stage.show([]);
    expect(screen.getByText('В документе нет строк')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('to be looked at has no fields and nothing to press', () => {
    stage.show([stock(1, { count: 2.5, price: 1500, reason: 'Бой' })], true);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
    const cells = screen
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(cells).toEqual(['1', '2,5 шт', '1 500,00', '0', '0', 'Бой', '3 750 руб.']);
    expect(screen.getAllByRole('columnheader').length).toBe(8);
  });
});

describe('the keyboard', () => {
  test('Enter and the arrows go to the same field of the lines beside, and never send the form', async () => {
    stage.show(many(3));
    await userEvent.click(fieldNamed('Цена, руб., строка 1'));
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe('Цена, руб., строка 2');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(focused()).toBe('Цена, руб., строка 3');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Цена, руб., строка 2');
    expect(stage.submit).not.toHaveBeenCalled();
  });

  test('what is typed next replaces what stands there', async () => {
    stage.show(many(3));
    await userEvent.click(fieldNamed('Количество, строка 1'));
    await userEvent.keyboard('{Enter}77{Enter}88');
    expect(stage.lines().lines.map(({ count }) => count)).toEqual(['1', '77', '88']);
  });
});

describe('removing', () => {
  test('leads to the neighbour, says what is gone, and one after the other comes back to its place', async () => {
    stage.show(many(4));
    await press('Удалить строку 2');
    expect(focused()).toBe('Удалить строку 2');
    expect(screen.getByRole('status').textContent).toBe('Строка 2 «Товар 2» удалена');
    expect(titles()).toEqual(['Товар 1', 'Товар 3', 'Товар 4']);
    await press('Удалить строку 3');
    expect(focused()).toBe('Удалить строку 2');
    expect(screen.getByText('Удалены 2 строки')).toBeTruthy();
    expect(screen.getByText('Последняя: Товар 4')).toBeTruthy();
    await press('Вернуть');
    expect(titles()).toEqual(['Товар 1', 'Товар 3', 'Товар 4']);
    expect(document.activeElement).toBe(buttonNamed('Вернуть'));
    expect(screen.getByRole('status').textContent).toBe('Строка 3 «Товар 4» возвращена');
    await press('Вернуть');
    expect(titles()).toEqual(['Товар 1', 'Товар 2', 'Товар 3', 'Товар 4']);
    expect(focused()).toBe('Удалить строку 2');
    expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull();
    expect(stage.lines().isUntouched()).toBe(true);
  });

  test('of the last line leads to the button that brings it back', async () => {
    stage.show(many(1));
    await press('Удалить строку 1');
    expect(screen.getByText('В документе нет строк')).toBeTruthy();
    expect(document.activeElement).toBe(buttonNamed('Вернуть'));
    await press('Вернуть');
    expect(focused()).toBe('Удалить строку 1');
  });

  test('keeps what was typed in the line', async () => {
    stage.show(many(2));
    await userEvent.type(fieldNamed('Причина, строка 1'), 'Бой');
    await press('Удалить строку 1');
    await press('Вернуть');
    expect(fieldNamed('Причина, строка 1').value).toBe('Бой');
  });
});

describe('errors', () => {
  test('are told beside the field once it is left, and the row is marked by words too', async () => {
    stage.show(many(2));
    await userEvent.clear(fieldNamed('Количество, строка 1'));
    expect(screen.queryByText('Заполните поле')).toBeNull();
    await userEvent.tab();
    const input = fieldNamed('Количество, строка 1');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Заполните поле');
    expect(screen.getByText('есть ошибки')).toBeTruthy();
    await userEvent.type(input, '1.5');
    expect(screen.queryByText('Заполните поле')).toBeNull();
    expect(screen.queryByText('есть ошибки')).toBeNull();
  });

  test('of the server about a whole line stand at its title and describe what can be done', () => {
    stage.show(many(2));
    act(() => {
      stage.lines().toSend();
      stage.lines().refuse({ 'nomenclature.1.nomenclature_id': ['Такой номенклатуры нет'] });
    });
    const described = buttonNamed('Удалить строку 2').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Такой номенклатуры нет');
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    stage.setPhone();
  });

  test('each line is a card with its title, its sum and its fields', () => {
    stage.show([stock(1, { count: 2, price: 50 })]);
    const card = screen.getByRole('article', { name: 'Строка 1, Товар 1' });
    expect(within(card).getByRole('heading', { name: 'Товар 1' })).toBeTruthy();
    expect(within(card).getByText('100 руб.')).toBeTruthy();
    expect(within(card).getByText('Количество, шт')).toBeTruthy();
    expect(within(card).getAllByRole('textbox').length).toBe(5);
    expect(within(card).getByRole('button', { name: 'Удалить строку 1' })).toBeTruthy();
  });

  test('errors, keys and removing are those of the table', async () => {
    stage.show(many(3));
    await userEvent.clear(fieldNamed('Количество, строка 1'));
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe('Количество, строка 2');
    expect(screen.getByText('Заполните поле')).toBeTruthy();
    await press('Удалить строку 1');
    expect(focused()).toBe('Удалить строку 1');
    expect(screen.getAllByRole('article').length).toBe(2);
  });

  test('to be looked at has terms instead of fields', () => {
    stage.show([stock(1, { count: 2.5, tax: 3 })], true);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    const terms = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(terms).toEqual(['2,5 шт', '100,00', '3', '0']);
  });
});
