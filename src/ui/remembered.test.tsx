import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useRemembered } from './remembered.ts';

const KEY = 'application.remembered.columns';
const NONE: readonly string[] = [];

function parseNames(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? kept.filter(name => typeof name === 'string') : undefined;
}

function Columns({ label }: { label: string }) {
  const [names, remember] = useRemembered('columns', parseNames, NONE);
  return (
    <button type="button" aria-label={label} onClick={() => remember(before => [...before, 'сумма'])}>
      {names.join(' ')}
    </button>
  );
}

const shown = (name: string) => screen.getByRole('button', { name }).textContent;

test('what was chosen is there after the page was closed', async () => {
  const page = render(<Columns label="одна" />);
  expect(shown('одна')).toBe('');
  await userEvent.click(screen.getByRole('button'));
  page.unmount();
  render(<Columns label="одна" />);
  expect(shown('одна')).toBe('сумма');
});

test('two components with one key show the same, and each adds to the newest', async () => {
  render(
    <>
      <Columns label="одна" />
      <Columns label="другая" />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'одна' }));
  await userEvent.click(screen.getByRole('button', { name: 'другая' }));
  expect([shown('одна'), shown('другая')]).toEqual(['сумма сумма', 'сумма сумма']);
});

test('a choice in another tab arrives', () => {
  render(<Columns label="одна" />);
  act(() => {
    localStorage.setItem(KEY, '["дата"]');
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  });
  expect(shown('одна')).toBe('дата');
});

test.each(['{"cut', '{"older":"shape"}', 'null'])('%s is as good as never kept', kept => {
  localStorage.setItem(KEY, kept);
  render(<Columns label="одна" />);
  expect(shown('одна')).toBe('');
});

test('a choice that the browser has no room for holds as long as the page lives', async () => {
  render(<Columns label="одна" />);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.click(screen.getByRole('button'));
  await userEvent.click(screen.getByRole('button'));
  expect(shown('одна')).toBe('сумма сумма');
});
