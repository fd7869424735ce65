import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DeviceProvider } from '#state/device-context.ts';
import { networkAtom } from '#state/sync.ts';
import { Address, screenPhone, storeOf } from '#tests/support/screen.tsx';
import { LoginScreen } from './login-screen.tsx';

test('who has worked here before may go on without a network, and only without one', async () => {
  const { phone, device } = await screenPhone();
  phone.auth.write({ ...phone.auth.read(), isLoggedIn: false });
  const store = storeOf(device);
  render(
    <Provider store={store}>
      <DeviceProvider value={device}>
        <MemoryRouter>
          <LoginScreen />
        </MemoryRouter>
      </DeviceProvider>
    </Provider>,
  );
  const goOn = () => screen.queryByRole('button', { name: 'Продолжить без связи' });
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(goOn()).toBeNull();
  act(() => store.set(networkAtom, { reachable: false, lastSyncAt: null }));
  expect(goOn()).toBeTruthy();
});

test.each([
  ['signed in', undefined, null],
  ['signed in, and asked to sign in again', { again: true }, 'Сессия закончилась. Войдите снова.'],
])('who is %s is led on unless the server asks for the password', async (_, state, notice) => {
  const { device } = await screenPhone();
  const at = { pathname: '/login', search: '?redirect=/promo/orders', state };
  render(
    <Provider store={storeOf(device)}>
      <DeviceProvider value={device}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/login" element={<LoginScreen />} />
            <Route path="*" element={<Address />} />
          </Routes>
        </MemoryRouter>
      </DeviceProvider>
    </Provider>,
  );
  expect(screen.queryByText('Сессия закончилась. Войдите снова.')?.textContent ?? null).toBe(notice);
  expect(screen.queryByLabelText('address')?.textContent ?? null).toBe(
    notice === null ? '/promo/orders' : null,
  );
});
