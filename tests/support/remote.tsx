import { act, type RenderResult, render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { AuthState } from '#api/auth-state.ts';
import { DeviceProvider } from '#state/device.ts';
import { type ScreenPhone, screenPhone } from './screen.tsx';

export type RemotePhone = ScreenPhone & {
  /** Shows a piece of a screen; what is known of the network is this test's alone. */
  show(piece: ReactNode, at?: string): RenderResult;
  /** Changes who is signed in, as another tab would. */
  signInAs(change: Partial<AuthState>): Promise<void>;
};

/** A phone with a network, for screens that need one: its pieces hear when the session changes. */
export async function remotePhone(
  backend: (request: Request) => Response | Promise<Response>,
): Promise<RemotePhone> {
  const all = await screenPhone(backend);
  all.network.on();
  const { auth } = all.phone;
  const listeners = new Set<() => void>();
  const device = {
    ...all.device,
    auth: {
      ...auth,
      subscribe(onChange: () => void) {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
    },
  };
  return {
    ...{ ...all, device },
    show: (piece, at = '/') =>
      render(
        <Provider>
          <DeviceProvider value={device}>
            <MemoryRouter initialEntries={[at]}>{piece}</MemoryRouter>
          </DeviceProvider>
        </Provider>,
      ),
    signInAs: change =>
      act(async () => {
        await auth.write({ ...auth.read(), ...change });
        for (const listener of listeners) listener();
      }),
  };
}
