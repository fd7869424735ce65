import { type RenderResult, render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { DeviceProvider } from '#state/device.ts';
import { answerOf } from './network.ts';
import { Address, Entered, type ScreenPhone, screenPhone, setWidth } from './screen.tsx';
import type { TestServer, TestUser } from './server.ts';

export type Desk = ScreenPhone & {
  /** Shows screens at their addresses; every other address shows itself as an output named «address». */
  open: (at: string, screens: Readonly<Record<string, ReactNode>>) => RenderResult;
};

/** What a desk needs of a server: the real one in this process, or one in memory. */
export type AnyServer = Pick<TestServer, 'fetch' | 'signIn'>;

const ME = { id: 1, name: 'Test moderator', email: '', role: { name: '', display_name: '' }, can: {} };

/** A server in memory: answers what it is told by path; what that does not know, with who works here. */
export function memoryServer(answer: (path: string, request: Request) => unknown): AnyServer {
  const send = async (request: Request) => {
    const told = await answer(new URL(request.url).pathname, request);
    return told instanceof Response ? told : answerOf(told ?? ME);
  };
  return {
    fetch: async input => send(new Request(input)),
    signIn: async () => ({ authorization: 'Bearer access' }),
  };
}

/** A moderator at that server, before a wide screen, over a network with faults to order. */
export async function moderatorDesk(server: AnyServer, user: TestUser): Promise<Desk> {
  const pocket = await screenPhone(server.fetch);
  setWidth(1280);
  const { authorization = '' } = await server.signIn(user);
  const { auth } = pocket.phone;
  auth.write({ ...auth.read(), subject: user.id, accessToken: authorization.replace('Bearer ', '') });
  pocket.network.on();
  // What is known of the network is this desk's alone.
  const store = createStore();
  return {
    ...pocket,
    open: (at, screens) =>
      render(
        <Provider store={store}>
          <DeviceProvider value={pocket.device}>
            <MemoryRouter initialEntries={[at]}>
              <Entered>
                <Routes>
                  {Object.entries(screens).map(([path, screen]) => (
                    <Route key={path} path={path} element={screen} />
                  ))}
                  <Route path="*" element={null} />
                </Routes>
                <Address />
              </Entered>
            </MemoryRouter>
          </DeviceProvider>
        </Provider>,
      ),
  };
}
