// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorSummary, type FormError } from './error-summary.tsx';

afterEach(cleanup);

const errorsOf = (count: number, go?: () => void): FormError[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ name: `lines.${at}.count`, label: `Строка ${at + 1}, Количество`, message: 'Обязательное поле', go },
  }));

const links = () => within(screen.getByRole('alert')).getAllByRole('button');

it('counts all refusals, names the first twenty and says how many more there are', () => {
  render(<ErrorSummary errors={errorsOf(2000)} attempt={1} />);
  expect(screen.getByRole('heading', { name: '2000 ошибок в форме' })).toBeTruthy();
  expect(links()).toHaveLength(20);
  expect(screen.getByText('И еще 1980', { exact: true })).toBeTruthy();
});

it('names all of twenty without a word of more', () => {
  render(<ErrorSummary errors={errorsOf(20)} attempt={1} />);
  expect(links()).toHaveLength(20);
  expect(screen.queryByText(/еще/)).toBeNull();
});

it('lets a refusal lead to its control by a way of its own', async () => {
  const go = vi.fn();
  render(<ErrorSummary errors={errorsOf(1, go)} attempt={1} />);
  await userEvent.click(screen.getByRole('button', { name: 'Строка 1, Количество: обязательное поле' }));
  expect(go).toHaveBeenCalledOnce();
});
