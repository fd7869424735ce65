// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { InventoriesScreen, StockMovesScreen } from './unfinished-screens.tsx';

afterEach(cleanup);

const SECTIONS = [
  ['Оприходования', '/warehouse/enter/1'],
  ['Списания', '/warehouse/loss/1'],
  ['Перемещения', '/warehouse/move'],
  ['Инвентаризации', '/warehouse/inventory'],
];

test.each([
  ['Перемещения', <StockMovesScreen key="moves" />],
  ['Инвентаризации', <InventoriesScreen key="inventories" />],
])('«%s» says that it is in development, shows no rows, and leads to what there is', (title, element) => {
  render(<MemoryRouter>{element}</MemoryRouter>);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  const place = screen.getByRole('region', { name: 'Раздел в разработке' });
  expect(within(place).getByText('Раздел в разработке')).toBeTruthy();
  const ways = within(place).getAllByRole('link');
  expect(ways.map(way => way.getAttribute('href'))).toEqual(['/warehouse/enter/1', '/warehouse/loss/1']);
  for (const role of ['table', 'listitem', 'button']) expect(within(place).queryByRole(role)).toBeNull();
});

test('the way between the sections names all four and marks where one is', () => {
  render(
    <MemoryRouter>
      <StockMovesScreen />
    </MemoryRouter>,
  );
  const sections = screen.getByRole('navigation', { name: 'Разделы склада' });
  const links = within(sections).getAllByRole('link');
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual(SECTIONS);
  expect(within(sections).getByRole('link', { current: 'page' }).textContent).toBe('Перемещения');
});
