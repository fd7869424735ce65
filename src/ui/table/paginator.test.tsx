import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Paginator } from './paginator.tsx';

const leads = (name: string) => button(name).getAttribute('aria-disabled') !== 'true';
const button = (name: string) => screen.getByRole('button', { name: `${name} страница` });

test('it tells where one stands, and has the four ways to another page', async () => {
  const onPage = vi.fn();
  const page = { current_page: 2, last_page: 4, from: 21, to: 40, total: 77 };
  const { rerender } = render(<Paginator page={page} onPage={onPage} />);
  expect(screen.getByText('21-40 из 77')).toBeTruthy();
  for (const name of ['Первая', 'Предыдущая', 'Следующая', 'Последняя']) await userEvent.click(button(name));
  expect(onPage.mock.calls).toEqual([[1], [1], [3], [4]]);
  rerender(<Paginator page={{ ...page, current_page: 4 }} onPage={onPage} />);
  expect([leads('Следующая'), leads('Первая')]).toEqual([false, true]);
});

test('what leads nowhere does nothing, and keeps the focus of whoever has pressed it to the end', async () => {
  const onPage = vi.fn();
  const page = { current_page: 3, last_page: 4, from: 41, to: 60, total: 77 };
  const { rerender } = render(<Paginator page={page} onPage={onPage} />);
  await userEvent.click(button('Следующая'));
  rerender(<Paginator page={{ ...page, current_page: 4 }} onPage={onPage} />);
  expect(document.activeElement).toBe(button('Следующая'));
  await userEvent.keyboard('{Enter}');
  rerender(<Paginator busy page={page} onPage={onPage} />);
  await userEvent.click(button('Первая'));
  expect(onPage.mock.calls).toEqual([[4]]);
});
