import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { leaveWords } from '../form/open-forms.ts';
import { HiddenSecret, SecretDialog } from './secret-dialog.tsx';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const show = (value: string) => render(<HiddenSecret label="Секрет" value={value} />);
const dialog = () => screen.getByRole('dialog', { name: 'Секрет' });

describe('a hidden secret', () => {
  it('is a dash where there is none, without anything to press', () => {
    show('');
    expect(document.body.textContent).toBe('-');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is nowhere in the document until its dialog is open, and not after it is closed', async () => {
    show('abc');
    expect(document.body.innerHTML).not.toContain('abc');
    await press('Показать: Секрет');
    expect(within(dialog()).getByText('abc')).toBeTruthy();
    await userEvent.click(within(dialog()).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement); // its cross
    expect(document.body.innerHTML).not.toContain('abc');
  });

  it('looks the same however long it is', () => {
    show('a');
    const short = document.body.textContent;
    cleanup();
    show('a'.repeat(40));
    expect(document.body.textContent).toBe(short);
  });

  it('is copied without being shown', async () => {
    show('abc');
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press('Скопировать: Секрет');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Скопировано'));
    expect(write).toHaveBeenCalledExactlyOnceWith('abc');
    expect(document.body.innerHTML).not.toContain('abc');
  });

  it('is shown and selected where the clipboard refuses, and that is said', async () => {
    show('abc');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    const select = vi.spyOn(Selection.prototype, 'selectAllChildren');
    await press('Скопировать: Секрет');
    const text = await screen.findByText('abc');
    expect(select).toHaveBeenCalledExactlyOnceWith(text);
    expect(within(dialog()).getByRole('status').textContent).toContain('Браузер не дал скопировать');
  });
});

it('a secret that is told once is left by its button alone, and leaving the screen asks', async () => {
  const onDone = vi.fn();
  const leave = { title: 'Уйти?', why: 'Больше не узнать.' };
  render(
    <SecretDialog
      title="Секрет"
      label="Секрет"
      value="abc"
      once={{ done: 'Я скопировал', leave }}
      onDone={onDone}
    />,
  );
  expect(leaveWords()).toEqual(leave);
  await userEvent.keyboard('{Escape}');
  expect([onDone.mock.calls.length, screen.queryByRole('button', { name: 'Закрыть' })]).toEqual([0, null]);
  await press('Я скопировал');
  expect(onDone).toHaveBeenCalledOnce();
});
