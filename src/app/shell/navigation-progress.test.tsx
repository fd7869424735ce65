import { act, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { comingKeyAtom } from '../leave-guard.ts';
import { NavigationProgress } from './navigation-progress.tsx';

test('says that a screen is loaded while another address is shown, and no longer than that', async () => {
  // Another test of this process may have gone to a screen.
  getDefaultStore().set(comingKeyAtom, null);
  render(
    <MemoryRouter initialEntries={[{ pathname: '/promo', key: 'shown' }]}>
      <NavigationProgress />
    </MemoryRouter>,
  );
  const comes = (key: string) => act(async () => getDefaultStore().set(comingKeyAtom, key));
  await comes('next');
  expect(screen.queryByRole('status')).toBeNull();
  expect((await screen.findByRole('status')).textContent).toBe('Загрузка');
  await comes('shown');
  expect(screen.queryByRole('status')).toBeNull();
});
