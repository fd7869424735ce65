import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { Dialog, Sheet } from './modal.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function Question(props: Partial<ConfirmDialogProps>) {
  return (
    <ConfirmDialog
      open
      title="Удалить отчет №7?"
      confirmLabel="Удалить"
      kind="danger"
      onConfirm={vi.fn()}
      onCancel={vi.fn()}
      {...props}
    />
  );
}

test('a question begins at its harmless answer', () => {
  render(<Question />);
  expect(document.activeElement).toBe(button('Отмена'));
});

test.each([
  ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
  [
    'the back button of a phone',
    () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
  ],
  ['a press beside it', () => fireEvent.pointerDown(screen.getByRole('dialog'))],
  ['its cross', () => fireEvent.click(button('Закрыть'))],
  ['its button', () => fireEvent.click(button('Отмена'))],
])('%s leaves a question, and not while its answer is being carried out', (_way, leave) => {
  const onCancel = vi.fn();
  const { rerender } = render(<Question onCancel={onCancel} />);
  leave();
  expect(onCancel).toHaveBeenCalledOnce();
  rerender(<Question onCancel={onCancel} busy />);
  leave();
  expect(onCancel).toHaveBeenCalledOnce();
});

test('a press inside leaves nothing', () => {
  const onCancel = vi.fn();
  render(
    <Question onCancel={onCancel}>
      <p>Это нельзя вернуть.</p>
    </Question>,
  );
  fireEvent.pointerDown(screen.getByText('Это нельзя вернуть.'));
  expect(onCancel).not.toHaveBeenCalled();
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

test('what is being carried out cannot be asked for twice', () => {
  render(<Question busy />);
  expect(button('Удалить').disabled).toBe(true);
  expect(button('Удалить').getAttribute('aria-busy')).toBe('true');
});

test('what could not be done says why, keeps the question and stands ready to be tried again', () => {
  const { rerender } = render(<Question busy />);
  rerender(<Question problem="Сервер не ответил" />);
  expect(screen.getByRole('dialog', { name: 'Удалить отчет №7?' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Сервер не ответил');
  expect(document.activeElement).toBe(button('Удалить'));
  rerender(<Question problem="Сервер не ответил" busy />);
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('what cannot be taken back waits for the typed word, once typed it does not answer the next question', async () => {
  const onConfirm = vi.fn();
  const { rerender } = render(<Question typed="удалить" onConfirm={onConfirm} />);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(button('Удалить').disabled).toBe(true);
  await userEvent.keyboard('удалит{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.keyboard('УДАЛИТЬ ');
  await userEvent.click(button('Удалить'));
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(2);
  rerender(<Question typed="удалить" open={false} />);
  rerender(<Question typed="удалить" />);
  expect(button('Удалить').disabled).toBe(true);
});

function Nested() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Отчет
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Отчет №7">
        <button type="button" onClick={() => setAsking(true)}>
          Удалить отчет
        </button>
        <Question open={isAsking} onCancel={() => setAsking(false)} />
      </Sheet>
    </>
  );
}

test('a question over a sheet goes alone, and each gives the focus back to where it came from', async () => {
  render(<Nested />);
  await userEvent.click(button('Отчет'));
  expect(screen.getByRole('dialog', { name: 'Отчет №7' })).toBeTruthy();
  await userEvent.click(button('Удалить отчет'));
  expect(screen.getAllByRole('dialog')).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(document.activeElement).toBe(button('Удалить отчет'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Отчет'));
});

function Deleting() {
  const [step, setStep] = useState<'there' | 'asked' | 'gone'>('there');
  return (
    <main tabIndex={-1}>
      {step !== 'gone' && (
        <button type="button" onClick={() => setStep('asked')}>
          Удалить отчет
        </button>
      )}
      <Question open={step === 'asked'} onConfirm={() => setStep('gone')} />
    </main>
  );
}

test('when what was asked about is gone, the reader goes on with the screen', async () => {
  render(<Deleting />);
  await userEvent.click(button('Удалить отчет'));
  await userEvent.click(button('Удалить'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
