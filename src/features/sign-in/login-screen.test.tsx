import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DeviceProvider } from '#state/device-context.ts';
import { networkAtom } from '#state/sync.ts';
import { screenPhone, storeOf } from '#tests/support/screen.tsx';
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
