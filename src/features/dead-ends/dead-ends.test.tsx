import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ForbiddenScreen, NotFoundScreen } from './dead-ends.tsx';

function visit(screenElement: ReactNode, state?: unknown) {
  render(<MemoryRouter initialEntries={[{ pathname: '/x', state }]}>{screenElement}</MemoryRouter>);
}

test('403 names the missing permission', () => {
  visit(<ForbiddenScreen />, { missing: ['edit_users'] });
  expect(screen.getByRole('heading', { name: 'Forbidden' })).toBeTruthy();
  expect(screen.getByText('edit_users')).toBeTruthy();
});

test.each([[null], [{ missing: 'edit_users' }], [{ missing: [1] }]])(
  '403 opened by its address or with strange state names none: %j',
  state => {
    visit(<ForbiddenScreen />, state);
    expect(screen.queryByText(/Нет права/)).toBeNull();
  },
);

test('403 and 404 give the same help', () => {
  visit(<ForbiddenScreen />);
  const help = screen.getByText(/вернитесь на главную/).textContent;
  cleanup();
  visit(<NotFoundScreen />);
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByText(/вернитесь на главную/).textContent).toBe(help);
});
