import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { LAST_PASS_MS, SignOutDialog, type SignOutDialogProps } from './sign-out-dialog.tsx';

function dialog(rest: Partial<SignOutDialogProps>): SignOutDialogProps {
  return {
    unsent: 3,
    sendNow: async () => {},
    onExport: vi.fn(async () => 'Файл сохранен'),
    onStay: vi.fn(),
    onLeave: vi.fn(),
    ...rest,
  };
}

describe('[S29] leaving with unsent work', () => {
  test('tries one pass first and asks when something is left', async () => {
    const sendNow = vi.fn(async () => {});
    render(<SignOutDialog {...dialog({ sendNow })} />);
    expect(await screen.findByRole('button', { name: 'Выйти и сохранить на устройстве' })).toBeTruthy();
    expect(sendNow).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('status')[0]?.textContent).toContain('Еще не отправлено: 3 записи');
  });

  test('does not wait longer than ten seconds for that pass', () => {
    vi.useFakeTimers();
    render(<SignOutDialog {...dialog({ sendNow: () => new Promise(() => {}) })} />);
    act(() => vi.advanceTimersByTime(LAST_PASS_MS - 1));
    expect(screen.queryByRole('button', { name: 'Удалить неотправленное' })).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('button', { name: 'Удалить неотправленное' })).toBeTruthy();
  });

  test('leaves by itself once everything was sent', () => {
    const props = dialog({});
    const { rerender } = render(<SignOutDialog {...props} />);
    rerender(<SignOutDialog {...props} unsent={0} />);
    expect(props.onLeave).toHaveBeenCalledExactlyOnceWith('keep');
  });

  test('keeps, exports or stays as it is told', async () => {
    const props = dialog({});
    render(<SignOutDialog {...props} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Сохранить файлом' }));
    expect(props.onExport).toHaveBeenCalledOnce();
    expect(await screen.findByText('Файл сохранен')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Остаться' }));
    expect(props.onStay).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Выйти и сохранить на устройстве' }));
    expect(props.onLeave).toHaveBeenCalledExactlyOnceWith('keep');
  });

  test('who works as another is led back to themselves instead, also while it still tries to send', async () => {
    const onReturn = vi.fn();
    const props = dialog({ onReturn, sendNow: () => new Promise(() => {}) });
    render(<SignOutDialog {...props} />);
    await userEvent.click(screen.getByRole('button', { name: 'Вернуться к себе' }));
    expect(onReturn).toHaveBeenCalledOnce();
    expect(props.onLeave).not.toHaveBeenCalled();
  });

  test('deletes only after the word was typed', async () => {
    const props = dialog({});
    render(<SignOutDialog {...props} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить неотправленное' }));
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Удалить и выйти' });
    expect(remove.disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox'), 'удалить');
    await userEvent.click(remove);
    expect(props.onLeave).toHaveBeenCalledExactlyOnceWith('delete');
  });
});
