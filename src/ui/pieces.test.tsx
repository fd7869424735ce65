import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SegmentedFilter } from './form/segmented-filter.tsx';
import { Tiles } from './tiles.tsx';
import { notify, Toasts } from './toast.tsx';

test('a filter is a radio group with counts', async () => {
  const onChange = vi.fn();
  render(
    <SegmentedFilter
      label="Заявки"
      value="all"
      onChange={onChange}
      options={[
        { value: 'all', label: 'Все', count: 12 },
        { value: 'paid', label: 'Оплаченные', count: 3 },
      ]}
    />,
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Все 12' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Оплаченные 3' }));
  expect(onChange).toHaveBeenCalledWith('paid');
});

test('a closed tile says why and leads nowhere', () => {
  render(
    <MemoryRouter>
      <Tiles items={[{ label: 'Управление', to: '/x', icon: null, disabledBecause: 'Нет связи' }]} />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Управление' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Нет связи')).toBeTruthy();
});

test('a notice is said in the permanent region and shown as a toast', async () => {
  render(<Toasts />);
  notify({ type: 'success', title: 'Заявка 101', message: 'успешно оформлена' });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Заявка 101 успешно оформлена'));
  const toast = await screen.findByRole('group', { name: 'Заявка 101 успешно оформлена' });
  expect(toast.textContent).toContain('успешно оформлена');
});
