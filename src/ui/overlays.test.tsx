// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Menu } from './menu.tsx';
import { Dialog, Sheet } from './modal.tsx';

afterEach(cleanup);

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Выбрать
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Контакты">
        <p>Список</p>
      </Sheet>
    </>
  );
}

test('a sheet closes with Escape and gives the focus back', async () => {
  render(<Opener />);
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать' }));
  expect(screen.getByRole('dialog', { name: 'Контакты' })).toBeTruthy();
  screen.getByRole('button', { name: 'Закрыть' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Выбрать');
});

test('a dialog that only its actions close has no cross, and stays at Escape and at a press beside it', () => {
  render(
    <Dialog open title="Токен" actions={<button type="button">Готово</button>}>
      <p>Один раз</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Токен' });
  expect(screen.queryByRole('button', { name: 'Закрыть' })).toBeNull();
  expect(dialog.getAttribute('closedby')).toBe('none');
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  fireEvent.pointerDown(dialog);
  expect(screen.getByText('Один раз')).toBeTruthy();
});

test('what cannot be taken back waits for the typed word', async () => {
  const onConfirm = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Удалить неотправленное?"
      confirmLabel="Удалить"
      typed="удалить"
      onConfirm={onConfirm}
      onCancel={vi.fn()}
    />,
  );
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Удалить' });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox'), 'Удалить');
  await userEvent.click(confirm);
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('a menu is walked with the arrows, runs the chosen action and returns the focus', async () => {
  const onSelect = vi.fn();
  render(
    <MemoryRouter>
      <Menu
        label="Действия: Оля"
        items={[
          { label: 'Редактировать', to: '/edit' },
          { label: 'Удалить', onSelect },
        ]}
      />
    </MemoryRouter>,
  );
  const button = screen.getByRole('button', { name: 'Действия: Оля' });
  await userEvent.click(button);
  expect(document.activeElement?.textContent).toBe('Редактировать');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a menu goes when its button scrolls away, and not at the end of a scroll that came before', async () => {
  render(
    <MemoryRouter>
      <Menu label="Действия: Оля" items={[{ label: 'Удалить', onSelect: vi.fn() }]} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Действия: Оля' }));
  fireEvent.scroll(document);
  expect(screen.getByRole('menu')).toBeTruthy();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -50, 10, 10));
  fireEvent.scroll(document);
  expect(screen.queryByRole('menu')).toBeNull();
  vi.restoreAllMocks();
});
