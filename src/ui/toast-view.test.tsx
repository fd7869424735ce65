import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notify, Toasts } from './toast.tsx';

const shown = () => screen.queryAllByRole('group').map(toast => toast.getAttribute('aria-label'));

test('one toast is shown at a time: what is told of the same thing takes its place, and what can be taken back comes first', async () => {
  render(<Toasts />);
  notify({ title: 'Контакт', message: 'сохранен на устройстве', about: 'one' });
  await waitFor(() => expect(shown()).toEqual(['Контакт сохранен на устройстве']));
  notify({ title: 'Заявка', message: 'сохранена' });
  notify({ type: 'success', title: 'Контакт', message: 'успешно добавлен', about: 'one' });
  await waitFor(() => expect(shown()).toEqual(['Контакт успешно добавлен']));
  const action = { label: 'Вернуть', onSelect: () => {} };
  notify({ title: 'Контакт', message: 'удален', action });
  await waitFor(() => expect(shown()).toEqual(['Контакт удален']));
});
