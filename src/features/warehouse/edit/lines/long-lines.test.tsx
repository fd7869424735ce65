// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import * as totals from '#domain/warehouse/totals.ts';
import { fieldNamed, focused, stageLines } from '#tests/support/lines-stage.tsx';
import { found, many } from '#tests/support/stock-lines.ts';

const stage = stageLines();

describe('a document of 2,000 lines', () => {
  const LONG = many(2000);

  test('has few of them in the document, and readers know how many there are', () => {
    stage.show(LONG);
    const rows = screen.getAllByRole('rowheader').length;
    expect(rows).toBeGreaterThan(8);
    expect(rows).toBeLessThan(40);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
  });

  test('a letter draws one row again', async () => {
    stage.show(LONG);
    const input = fieldNamed('Цена, руб., строка 3');
    await userEvent.click(input);
    const drawn = vi.spyOn(totals, 'sumsOf');
    await userEvent.type(input, '5');
    expect(stage.lines().lines[2]?.price).toBe('1005');
    const keys = new Set(drawn.mock.calls.map(([line]) => line.key));
    expect([...keys]).toEqual([stage.lines().lines[2]?.key]);
  });

  test('goTo leads to a line that is not drawn, and the focused one stays drawn', async () => {
    stage.show(LONG);
    act(() => stage.lines().goTo('nomenclature.1500.tax'));
    expect(focused()).toBe('Налог, %, строка 1501');
    await userEvent.keyboard('7');
    expect(stage.lines().lines[1500]?.tax).toBe('7');
    expect(fieldNamed('Налог, %, строка 1500')).toBeTruthy();
    expect(fieldNamed('Налог, %, строка 1502')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Налог, %, строка 1490' })).toBeNull();
  });

  test('Enter goes on to lines that are not drawn', async () => {
    stage.show(LONG);
    act(() => stage.lines().goTo('nomenclature.100.count'));
    await userEvent.keyboard('{Enter}'.repeat(12));
    expect(focused()).toBe('Количество, строка 113');
  });

  test('a line that was added is led to at the end', async () => {
    stage.show(LONG);
    act(() => stage.lines().focus(stage.lines().add(found)));
    expect(focused()).toBe('Количество, строка 2001');
    expect(screen.getByText('Новый')).toBeTruthy();
  });

  test('a save keeps the focus where it was', async () => {
    stage.show(LONG);
    act(() => stage.lines().goTo('nomenclature.1500.count'));
    await userEvent.keyboard('7,0');
    const input = document.activeElement;
    act(() => {
      stage.lines().toSend();
      stage.lines().startFrom(LONG.map((line, index) => (index === 1500 ? { ...line, count: 7 } : line)));
    });
    expect(document.activeElement).toBe(input);
    expect((input as HTMLInputElement).value).toBe('7');
    expect(stage.lines().isUntouched()).toBe(true);
  });

  test('on a phone has few cards in the document, and each knows its place', () => {
    stage.setPhone();
    stage.show(LONG);
    const cards = screen.getAllByRole('listitem');
    expect(cards.length).toBeLessThan(15);
    expect(cards[0]?.getAttribute('aria-posinset')).toBe('1');
    expect(cards[0]?.getAttribute('aria-setsize')).toBe('2000');
  });
});

test('paper gets all lines of a long document', async () => {
  stage.show(many(150));
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
