import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';

async function open(onSelect: () => void): Promise<HTMLElement> {
  const items = [
    { label: 'Редактировать', to: '/edit' },
    { label: 'Удалить', onSelect },
  ];
  render(<Menu label="Действия: Оля" items={items} />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: 'Действия: Оля' });
  await userEvent.click(button);
  return button;
}

test('a menu is walked with the arrows, runs the chosen action and returns the focus', async () => {
  const onSelect = vi.fn();
  const button = await open(onSelect);
  expect(document.activeElement?.textContent).toBe('Редактировать');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a menu goes when its button scrolls away, and not at the end of a scroll that came before', async () => {
  await open(vi.fn());
  fireEvent.scroll(document);
  expect(screen.getByRole('menu')).toBeTruthy();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -50, 10, 10));
  fireEvent.scroll(document);
  expect(screen.queryByRole('menu')).toBeNull();
});
