// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Card } from './card.tsx';
import { StateChip } from './chip.tsx';
import { SegmentedFilter } from './form/segmented-filter.tsx';
import { LoadMore } from './load-more.tsx';
import { Tiles } from './tiles.tsx';
import { notify, Toasts } from './toast.tsx';

afterEach(cleanup);

test('a card keeps its summary in sight and its body folded until asked', async () => {
  render(
    <MemoryRouter>
      <Card title="Оля" collapsible summary="Позвонить" editTo="/edit/1" onDelete={vi.fn()}>
        Комментарий
      </Card>
    </MemoryRouter>,
  );
  expect(screen.getByText('Позвонить')).toBeTruthy();
  expect(screen.queryByText('Комментарий')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Развернуть: Оля' }));
  expect(screen.getByText('Комментарий')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Редактировать: Оля' }).getAttribute('href')).toBe('/edit/1');
  expect(screen.getByRole('button', { name: 'Удалить: Оля' })).toBeTruthy();
});

test('a state is a word, not only a colour', () => {
  render(<StateChip state="pending" />);
  expect(screen.getByText('Ждет отправки')).toBeTruthy();
});

function Pages() {
  const [loaded, setLoaded] = useState(20);
  return <LoadMore hasMore={loaded < 30} loading={false} loaded={loaded} onMore={() => setLoaded(30)} />;
}

test('loading more says how many came and goes away at the end', async () => {
  render(<Pages />);
  await userEvent.click(screen.getByRole('button', { name: 'Подгрузить еще' }));
  expect(screen.getByRole('status').textContent).toBe('Загружено еще 10, всего 30');
  expect(screen.queryByRole('button')).toBeNull();
});

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
