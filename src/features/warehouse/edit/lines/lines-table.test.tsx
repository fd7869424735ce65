import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StockLine } from '#contract/warehouse.ts';
import * as totals from '#domain/warehouse/totals.ts';
import { found, many, stock } from '#tests/support/stock.ts';
import { type Lines, useLines } from './line-store.ts';
import { LinesTable } from './lines-table.tsx';

let isPhone = false;
let shown: Lines | null = null;
const submit = vi.fn();

/** The emulated document has no sizes. */
beforeEach(() => {
  isPhone = false;
  submit.mockReset();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    if (!this.matches('[data-line]')) return 600;
    return this.tagName === 'TR' ? 48 : 360;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: isPhone, media: query }),
  );
});

function Form({ stored, readOnly }: { stored: readonly StockLine[]; readOnly: boolean }) {
  const edited = useLines(stored);
  shown = edited;
  return (
    <form onSubmit={submit}>
      <LinesTable lines={edited} readOnly={readOnly} />
      {!readOnly && <button type="submit">Сохранить</button>}
    </form>
  );
}

const show = (stored: readonly StockLine[], readOnly = false) =>
  render(
    <StrictMode>
      <Form stored={stored} readOnly={readOnly} />
    </StrictMode>,
  );
/** What the form around the table does with the lines. */
const lines = () => shown ?? expect.fail('nothing is shown yet');
/** A field of a line, e.g. «Количество, строка 2». */
const fieldNamed = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const buttonNamed = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(buttonNamed(name));
/** The name of what has the focus. */
const focused = () => document.activeElement?.getAttribute('aria-label');
const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('a short document', () => {
  test('is a table of all its lines, each number in a field of its own', () => {
    show([stock(1, { count: 1.5, price: 99.9, tax: 2, discount: 10, reason: 'Бой' }), stock(2)]);
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
    show(many(1));
    await userEvent.clear(fieldNamed('Цена, руб., строка 1'));
    expect(screen.getByText('Не посчитать')).toBeTruthy();
  });

  test('without lines says that there are none', () => {
    show([]);
    expect(screen.getByText('В документе нет строк')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('to be looked at has no fields and nothing to press', () => {
    show([stock(1, { count: 2.5, price: 1500, reason: 'Бой' })], true);
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
    show(many(3));
    await userEvent.click(fieldNamed('Цена, руб., строка 1'));
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe('Цена, руб., строка 2');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(focused()).toBe('Цена, руб., строка 3');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Цена, руб., строка 2');
    expect(submit).not.toHaveBeenCalled();
  });

  test('what is typed next replaces what stands there', async () => {
    show(many(3));
    await userEvent.click(fieldNamed('Количество, строка 1'));
    await userEvent.keyboard('{Enter}77{Enter}88');
    expect(lines().lines.map(({ count }) => count)).toEqual(['1', '77', '88']);
  });
});

describe('removing', () => {
  test('leads to the neighbour, says what is gone, and one after the other comes back to its place', async () => {
    show(many(4));
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
    expect(lines().isUntouched()).toBe(true);
  });

  test('of the last line leads to the button that brings it back', async () => {
    show(many(1));
    await press('Удалить строку 1');
    expect(screen.getByText('В документе нет строк')).toBeTruthy();
    expect(document.activeElement).toBe(buttonNamed('Вернуть'));
    await press('Вернуть');
    expect(focused()).toBe('Удалить строку 1');
  });
});

describe('errors', () => {
  test('are told beside the field once it is left, and the row is marked by words too', async () => {
    show(many(2));
    await userEvent.clear(fieldNamed('Налог, %, строка 1'));
    await userEvent.type(fieldNamed('Налог, %, строка 1'), '11');
    expect(screen.queryByText('От 0 до 10')).toBeNull();
    await userEvent.tab();
    const input = fieldNamed('Налог, %, строка 1');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('От 0 до 10');
    expect(screen.getByText('есть ошибки')).toBeTruthy();
    await userEvent.clear(input);
    expect(screen.queryByText('От 0 до 10')).toBeNull();
    expect(screen.queryByText('есть ошибки')).toBeNull();
  });

  test('of the server about a whole line stand at its title and describe what can be done', () => {
    show(many(2));
    act(() => {
      lines().takeForSave();
      lines().applyRefusals({ 'nomenclature.1.nomenclature_id': ['Такой номенклатуры нет'] });
    });
    const described = buttonNamed('Удалить строку 2').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Такой номенклатуры нет');
  });
});

test('a line that was added is scrolled into sight at the end, and the focus stays where it is', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(() => {});
  show(many(3));
  act(() => void lines().remove(lines().lines[0]?.key ?? ''));
  buttonNamed('Сохранить').focus();
  expect(scrolled).not.toHaveBeenCalled();
  act(() => void lines().add(found));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(buttonNamed('Сохранить'));
});

describe('on a phone', () => {
  beforeEach(() => {
    isPhone = true;
  });

  test('each line is a card with its title, its sum and its fields', () => {
    show([stock(1, { count: 2, price: 50 })]);
    const card = screen.getByRole('article', { name: 'Строка 1, Товар 1' });
    expect(within(card).getByRole('heading', { name: 'Товар 1' })).toBeTruthy();
    expect(within(card).getByText('100 руб.')).toBeTruthy();
    expect(within(card).getByText('Количество, шт')).toBeTruthy();
    expect(within(card).getAllByRole('textbox').length).toBe(5);
    expect(within(card).getByRole('button', { name: 'Удалить строку 1' })).toBeTruthy();
  });

  test('errors, keys and removing are those of the table', async () => {
    show(many(3));
    await userEvent.type(fieldNamed('Налог, %, строка 1'), '11');
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe('Налог, %, строка 2');
    expect(screen.getByText('От 0 до 10')).toBeTruthy();
    await press('Удалить строку 1');
    expect(focused()).toBe('Удалить строку 1');
    expect(screen.getAllByRole('article').length).toBe(2);
  });

  test('to be looked at has terms instead of fields', () => {
    show([stock(1, { count: 2.5, tax: 3 })], true);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    const terms = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(terms).toEqual(['2,5 шт', '100,00', '3', '0']);
  });
});

describe('a document of 2,000 lines', () => {
  const LONG = many(2000);

  test('has few of them in the document, and readers know how many there are', () => {
    show(LONG);
    const rows = screen.getAllByRole('rowheader').length;
    expect(rows).toBeGreaterThan(8);
    expect(rows).toBeLessThan(40);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
  });

  test('a letter draws one row again', async () => {
    show(LONG);
    const input = fieldNamed('Цена, руб., строка 3');
    await userEvent.click(input);
    const drawn = vi.spyOn(totals, 'sumsOf');
    await userEvent.type(input, '5');
    expect(lines().lines[2]?.price).toBe('1005');
    const keys = new Set(drawn.mock.calls.map(([line]) => line.key));
    expect([...keys]).toEqual([lines().lines[2]?.key]);
  });

  test('goTo leads to a line that is not drawn, and the focused one stays drawn', async () => {
    show(LONG);
    act(() => lines().focusByName('nomenclature.1500.tax'));
    expect(focused()).toBe('Налог, %, строка 1501');
    await userEvent.keyboard('7');
    expect(lines().lines[1500]?.tax).toBe('7');
    expect(fieldNamed('Налог, %, строка 1500')).toBeTruthy();
    expect(fieldNamed('Налог, %, строка 1502')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Налог, %, строка 1490' })).toBeNull();
  });

  test('Enter goes on to lines that are not drawn', async () => {
    show(LONG);
    act(() => lines().focusByName('nomenclature.100.count'));
    await userEvent.keyboard('{Enter}'.repeat(12));
    expect(focused()).toBe('Количество, строка 113');
  });

  test('a line that was added is led to at the end', async () => {
    show(LONG);
    act(() => lines().focus(lines().add(found)));
    expect(focused()).toBe('Количество, строка 2001');
    expect(screen.getByText('Новый')).toBeTruthy();
  });

  test('a save keeps the focus where it was', async () => {
    show(LONG);
    act(() => lines().focusByName('nomenclature.1500.count'));
    await userEvent.keyboard('7,0');
    const input = document.activeElement;
    act(() => {
      lines().takeForSave();
      lines().startFrom(LONG.map((line, index) => (index === 1500 ? { ...line, count: 7 } : line)));
    });
    expect(document.activeElement).toBe(input);
    expect((input as HTMLInputElement).value).toBe('7');
    expect(lines().isUntouched()).toBe(true);
  });

  test('on a phone has few cards in the document, and each knows its place', () => {
    isPhone = true;
    show(LONG);
    const cards = screen.getAllByRole('listitem');
    expect(cards.length).toBeLessThan(15);
    expect(cards[0]?.getAttribute('aria-posinset')).toBe('1');
    expect(cards[0]?.getAttribute('aria-setsize')).toBe('2000');
  });
});

test('paper gets all lines of a long document', async () => {
  show(many(150));
  const drawn = () => screen.getAllByRole('rowheader').length;
  expect(drawn()).toBeLessThan(40);
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect(drawn()).toBe(150);
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  await waitFor(() => expect(drawn()).toBeLessThan(40));
});
