import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type DraftLine, newDraftLine } from '#domain/warehouse/draft-line.ts';
import { TotalsView, type TotalsViewProps } from './totals-view.tsx';

beforeEach(() => void vi.useFakeTimers());

const line = (numbers: Partial<DraftLine> = {}): DraftLine => ({
  ...newDraftLine({ id: 1, title: 'Кабель', price: 100, unit: 'м' }, 'k'),
  ...numbers,
});
const view = (given: Partial<TotalsViewProps> = {}) => (
  <TotalsView lines={[line()]} vat="" vatIncluded={true} {...given} />
);

/** The rows as they are read, with plain spaces. */
const rows = () =>
  screen
    .getAllByRole('term')
    .map(({ textContent, nextElementSibling }) => `${textContent}: ${nextElementSibling?.textContent}`)
    .map(row => row.replaceAll('\u00a0', ' '));
const announced = () => screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ');
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it('shows what there is: without discount, tax and VAT two rows', () => {
  render(view());
  expect(rows()).toEqual(['Сумма: 100 руб.', 'Итого: 100 руб.']);
});

it('shows a discount, a tax and a VAT that is included', () => {
  render(view({ lines: [line({ count: '2', tax: '10', discount: '10' })], vat: '20' }));
  expect(rows()).toEqual([
    ...['Сумма: 200 руб.', 'Скидка: -20 руб.', 'Налог: 18 руб.', 'НДС 20 % в том числе: 33 руб.'],
    'Итого: 198 руб.',
  ]);
});

it('adds a VAT that is not included', () => {
  render(view({ vat: '12,50', vatIncluded: false }));
  expect(rows()).toEqual(['Сумма: 100 руб.', 'НДС 12,5 % сверху: 12,50 руб.', 'Итого: 112,50 руб.']);
});

it.each([
  [true, 'Итого: 100 руб.'],
  [false, 'Итого: Не посчитать'],
])('guesses nothing of a VAT that cannot be read, included: %s', (vatIncluded, total) => {
  render(view({ vat: 'двадцать', vatIncluded }));
  expect(rows()).toEqual(['Сумма: 100 руб.', 'НДС: Ставка не читается', total]);
});

it('says how many lines are not counted', () => {
  const { rerender } = render(view({ lines: [line({ count: '' }), line(), line({ tax: '11' })] }));
  expect(screen.getByText('Не посчитано строк: 2')).toBeTruthy();
  expect(rows()).toEqual(['Сумма: 100 руб.', 'Итого: 100 руб.']);
  rerender(view());
  expect(screen.queryByText(/^Не посчитано/)).toBeNull();
});

it('shows sums beyond what a number holds to the kopeck', () => {
  render(view({ lines: [line({ count: '99999999999,999', price: '9999999999,99' })] }));
  expect(rows().at(-1)).toBe('Итого: 999 999 999 998 990 000 000 руб.');
});

it('tells readers the total once the typing has paused, and nothing at the beginning', () => {
  const { rerender } = render(view());
  pass(10_000);
  expect(announced()).toBe('');
  for (const count of ['1', '12', '123', '1234']) {
    rerender(view({ lines: [line({ count })] }));
    pass(300);
    expect(announced()).toBe('');
  }
  pass(2_000);
  expect(announced()).toBe('Итого: 123 400 руб.');
  rerender(view({ lines: [line({ count: '' })] }));
  pass(2_000);
  expect(announced()).toBe('Итого: 0 руб. Не посчитано строк: 1');
  rerender(view());
  pass(2_000);
  expect(announced()).toBe('Итого: 100 руб.');
});
