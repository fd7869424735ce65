import 'fake-indexeddb/auto';
import { act, type RenderResult, render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { type InitialEntry, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { type AuthState, signedOut } from '#api/auth-state.ts';
import { RuntimeConfig } from '#contract/runtime.ts';
import type { CurrentUser } from '#contract/session.ts';
import { kinds } from '#features/offline.ts';
import { type Device, DeviceProvider } from '#state/device-context.ts';
import { useRestoreSession, useSession } from '#state/session.ts';
import { createRunner } from '#sync/runner.ts';
import { createNetwork, type Network } from './network.ts';
import { createPhone, type Phone } from './phone.ts';

export const PROMOTER: CurrentUser = {
  id: 1,
  name: 'Промоутер',
  email: 'promoter@example.com',
  role: { name: 'promoter', display_name: 'Промоутер' },
  can: { work_promoter: true },
};

const SIGNED_IN: AuthState = {
  ...signedOut,
  isLoggedIn: true,
  accessToken: 'access',
  refreshToken: 'refresh',
  subject: PROMOTER.id,
  epoch: 'first',
};

export type ScreenPhone = { phone: Phone; network: Network; device: Device };

/** How wide the screen is that a test looks at. */
export function setWidth(width: 360 | 1280): void {
  // The DOM emulator's own door into the window.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  happyDOM.setViewport({ width });
}

/** Friday noon in Moscow. */
const NOON = Date.parse('2026-11-20T09:00:00Z');

/** A phone without reception on which a promoter has signed in before; nothing is sent unless a test asks. */
export async function screenPhone(
  backend: (request: Request) => Response | Promise<Response> = () => Response.json({}, { status: 503 }),
): Promise<ScreenPhone> {
  setWidth(360);
  const network = createNetwork(backend);
  network.off();
  const phone = await createPhone(network, { clientSecret: 'secret', now: NOON });
  phone.auth.write(SIGNED_IN);
  const { cache } = phone.book();
  await cache.me.put({ name: 'me', user: PROMOTER, at: NOON });
  const { context, session, db, api, outbox, drafts, auth } = phone;
  const apiOrigin = session.lastOwner()?.apiOrigin ?? '';
  const device: Device = {
    db,
    api,
    session,
    outbox,
    drafts,
    kinds,
    now: context.now,
    config: { ...v.parse(RuntimeConfig, { apiOrigin, clientId: '2' }) },
    auth: { ...auth, subscribe: () => () => {} },
    runner: createRunner({
      context,
      owner: session.owner,
      timer: () => () => {},
      maySteal: () => false,
      afterPass: async () => {},
    }),
    cacheOf: () => phone.book().cache,
    appCached: Promise.resolve(),
    afterSave() {},
    sendLater() {},
    async refresh() {
      const pulled = await phone.pullAll();
      return pulled.ok ? null : pulled.problem;
    },
    async sendAndFetch() {},
  };
  return { phone, network, device };
}

const stores = new WeakMap<Device, ReturnType<typeof createStore>>();

/** What the screens of one device share while its app runs. */
export function storeOf(device: Device): ReturnType<typeof createStore> {
  const store = stores.get(device) ?? createStore();
  stores.set(device, store);
  return store;
}

/** Shows a screen at its address; every other address shows itself as an output named «address». */
export function openScreen(
  device: Device,
  screen: ReactNode,
  at: string,
  pattern = at.split('?')[0],
): RenderResult {
  return render(
    <Provider store={storeOf(device)}>
      <DeviceProvider value={device}>
        <MemoryRouter initialEntries={[at]}>
          <Entered>
            <Routes>
              <Route path={pattern ?? at} element={screen} />
              <Route path="*" element={<Address />} />
            </Routes>
          </Entered>
        </MemoryRouter>
      </DeviceProvider>
    </Provider>,
  );
}

/** What stands behind sign-in, once somebody has come in. */
export function Entered({ children }: { children: ReactNode }) {
  const enter = useRestoreSession();
  const { user } = useSession();
  useEffect(() => void enter(), [enter]);
  return user && children;
}

/** The address that is shown, as an output of that name. */
export function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

export type RemotePhone = ScreenPhone & {
  /** Shows a piece of a screen; what is known of the network is this test's alone. */
  show(piece: ReactNode, at?: InitialEntry): RenderResult;
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
    ...all,
    device,
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

/** All that a device keeps, in its storages and in both of its databases, as one text. */
export async function everythingStored({ phone, device }: ScreenPhone): Promise<string> {
  const tables = [...device.db.tables, ...phone.book().cache.tables];
  const rows = await Promise.all(tables.map(table => table.toArray()));
  return JSON.stringify([rows, phone.auth.read(), { ...localStorage }, { ...sessionStorage }]);
}

/** The toasts on the screen (`<Toasts />` must be there), newest first: «type: title message». */
export function toasts(): string[] {
  return [...document.querySelectorAll('.Toastify__toast')].map(toast => {
    const [, type] = /Toastify__toast--(success|info|warning|error)/.exec(toast.className) ?? [];
    return `${type}: ${toast.getAttribute('aria-label')}`;
  });
}
