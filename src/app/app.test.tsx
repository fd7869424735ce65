import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { signedOut } from '#api/auth-state.ts';
import { DeviceProvider } from '#state/device-context.ts';
import { Address, openScreen, screenPhone } from '#tests/support/screen.tsx';
import { GuardedScreen, Protected } from './app.tsx';
import { screens } from './routes.tsx';

test.each([
  ['/403', 'здесь'],
  ['/users?sort=name', '/login?redirect=%2Fusers%3Fsort%3Dname'],
])('of what stands behind sign-in a stranger sees the 403 screen alone: %s', async (at, shown) => {
  const { device, phone } = await screenPhone();
  phone.auth.write(signedOut);
  render(
    <DeviceProvider value={device}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route element={<Protected update={null} />}>
            <Route path="/403" element="здесь" />
            <Route path="/users" element="здесь" />
          </Route>
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>
    </DeviceProvider>,
  );
  expect(document.body.textContent).toBe(shown);
});

function State() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}

test('a screen that the known user lacks a permission for leads to 403, without a network too, which hears from where', async () => {
  const { device } = await screenPhone();
  const users = screens.find(({ path }) => path === '/users') ?? expect.fail('no such screen');
  const both = (
    <Routes>
      <Route path="/users" element={<GuardedScreen screen={users} />} />
      <Route path="/403" element={<State />} />
    </Routes>
  );
  openScreen(device, both, '/users', '*');
  expect((await screen.findByRole('status')).textContent).toBe('{"from":"/users"}');
});
