import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { notify, Toasts } from './toast.tsx';

const shown = () => screen.queryAllByRole('group').map(toast => toast.getAttribute('aria-label'));

test('one toast is shown at a time, what was told last, and of the same thing no longer what was told before', async () => {
  render(<Toasts />);
  notify({ title: 'Контакт', message: 'сохранен на устройстве', about: 'one' });
  await waitFor(() => expect(shown()).toEqual(['Контакт сохранен на устройстве']));
  notify({ title: 'Заявка', message: 'сохранена' });
  await waitFor(() => expect(shown()).toEqual(['Заявка сохранена']));
  notify({ type: 'success', title: 'Контакт', message: 'успешно добавлен', about: 'one' });
  await waitFor(() => expect(shown()).toEqual(['Контакт успешно добавлен']));
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(shown()).toContain('Заявка сохранена'));
  expect(shown()).not.toContain('Контакт сохранен на устройстве');
});
