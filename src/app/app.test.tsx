import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { signedOut } from '#api/auth-state.ts';
import { DeviceProvider } from '#state/device-context.ts';
import { rememberUser } from '#sync/cached-user.ts';
import { answerOf } from '#tests/support/network.ts';
import { Address, openScreen, PROMOTER, remotePhone, screenPhone } from '#tests/support/screen.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
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
          <Route element={<Protected link={new Promise(() => {})} />}>
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

const ANNA = { id: 1, name: 'Анна', email: '', role: { name: '', display_name: '' }, can: {} };

function Form() {
  useOpenFormMark();
  return <p>форма</p>;
}

/** Somebody stands on that screen, without an answer of the server, when their session ends. */
async function endSessionAt(at: string, piece: ReactNode, state: object = {}) {
  const phone = await remotePhone(() => Response.json({}, { status: 503 }));
  phone.show(
    <Routes>
      <Route element={<Protected link={new Promise(() => {})} />}>
        <Route path="/promo/*" element={piece} />
        <Route path="/users" element={piece} />
      </Route>
      <Route path="*" element={<Address />} />
    </Routes>,
    { pathname: at, search: '?page=2', state },
  );
  await screen.findByText('форма');
  await phone.signInAs({ isLoggedIn: false, accessToken: '', refreshToken: '' });
  await act(async () => {});
}

const address = () => screen.queryByRole('status', { name: 'address' })?.textContent;

test('a session that ends on a screen that needs a network leads to the sign-in, and back there', async () => {
  await endSessionAt('/users', <p>форма</p>);
  expect(address()).toBe('/login?redirect=%2Fusers%3Fpage%3D2');
});

test.each([
  ['works without one', '/promo/contacts', <p key="1">форма</p>],
  ['has an open form', '/users', <Form key="2" />],
])(
  'a session that ends on a screen that %s keeps the screen, and one banner asks for the sign-in',
  async (_, at, piece) => {
    await endSessionAt(at, piece);
    expect(address()).toBeUndefined();
    expect(screen.getByText('форма')).toBeTruthy();
    expect(await screen.findAllByText(/Сессия закончилась\. Войдите снова/)).toHaveLength(1);
  },
);

test('who goes on without a session is not led to the sign-in again, but home', async () => {
  await endSessionAt('/users', <p>форма</p>, { continues: true });
  expect(address()).toBeUndefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Главная');
});

test.each(['/abac', '/oauth'])(
  '%s is closed while one works as another, with the way back in its place',
  async at => {
    const { device, phone } = await screenPhone();
    const own = { accessToken: 'own', refreshToken: 'own', expiresIn: 60, subject: 99, since: device.now() };
    await phone.auth.write({ ...phone.auth.read(), own });
    await rememberUser(phone.db, phone.session.lastOwner() ?? expect.fail('nobody'), ANNA, 0);
    const row = screens.find(({ path }) => path === at) ?? expect.fail('no such screen');
    const go = vi.spyOn(window.location, 'assign').mockReturnValue();
    openScreen(device, <GuardedScreen screen={row} />, at);
    await screen.findByText('Вы работаете как Анна, а этот раздел открывается только под своим именем.');
    await userEvent.click(screen.getByRole('button', { name: 'Вернуться к себе' }));
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/application/users'));
    expect(phone.session.owner()).toMatchObject({ userId: 99 });
  },
);

test.each([
  ['nothing', () => Promise.reject(new TypeError('no network')), 'Нет связи'],
  ['maintenance', () => new Response('<html>', { status: 503 }), 'Сервер на обслуживании'],
  ['an error', () => answerOf({}, 500), 'Сервер ответил ошибкой 500'],
])('a first start that gets %s says so, and tries again', async (_, answer, title) => {
  const answers: (() => Response | Promise<Response>)[] = [answer];
  const phone = await remotePhone(() => (answers.pop() ?? (() => answerOf(PROMOTER)))());
  await phone.phone.book().cache.me.clear();
  phone.show(
    <Routes>
      <Route element={<Protected link={new Promise(() => {})} />}>
        <Route path="/promo" element="здесь" />
      </Route>
    </Routes>,
    '/promo',
  );
  expect((await screen.findByRole('heading')).textContent).toBe(title);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('здесь')).toBeTruthy();
});
