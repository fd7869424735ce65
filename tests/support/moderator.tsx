import { type RenderResult, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { AddPromoterScreen } from '#features/moderation/add-promoter/add-promoter-screen.tsx';
import { DeviceProvider } from '#state/device-context.ts';
import { ActionsPlace } from '#ui/form/actions-place.ts';
import { Toasts } from '#ui/toast.tsx';
import { answerOf } from './network.ts';
import { Address, Entered, openScreen, type ScreenPhone, screenPhone, setWidth } from './screen.tsx';
import type { TestServer, TestUser } from './server.ts';

export type ModeratorScreens = ScreenPhone & {
  /** Shows screens at their addresses; every other address shows itself as an output named «address». */
  open: (at: string, screens: Readonly<Record<string, ReactNode>>) => RenderResult;
};

/** What the screens need of a server: the real one in this process, or one in memory. */
export type AnyServer = Pick<TestServer, 'fetch' | 'signIn'>;

const ME = { id: 1, name: 'Test moderator', email: '', role: { name: '', display_name: '' }, can: {} };

/** A server in memory: answers what it is told by path; what that does not know, with who works here. */
export function memoryServer(answer: (path: string, request: Request) => unknown): AnyServer {
  const send = async (request: Request) => {
    const received = await answer(new URL(request.url).pathname, request);
    return received instanceof Response ? received : answerOf(received ?? ME);
  };
  return {
    fetch: async input => send(new Request(input)),
    signIn: async () => ({ authorization: 'Bearer access' }),
  };
}

/** A moderator at that server, before a wide screen, over a network with faults to order. */
export async function moderatorScreens(server: AnyServer, user: TestUser): Promise<ModeratorScreens> {
  const handset = await screenPhone(server.fetch);
  setWidth(1280);
  const { authorization = '' } = await server.signIn(user);
  const { auth } = handset.phone;
  auth.write({ ...auth.read(), subject: user.id, accessToken: authorization.replace('Bearer ', '') });
  handset.network.on();
  // What is known of the network is these screens' alone.
  const store = createStore();
  return {
    ...handset,
    open: (at, screens) =>
      render(
        <Provider store={store}>
          <DeviceProvider value={handset.device}>
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

/** The end of the address at which promoters are added. */
export const ADD = 'moderation/add';

/** The end of the address at which they are listed. */
export const PROMOTERS = 'moderation/promoters';

/** The end of the address that tells which addresses are taken. */
export const TAKEN = 'moderation/taken-emails';

/** A password whose spaces count. */
export const SECRET = 'Pa55 word ';

/** A moderator's screens with a network, and a backend that adds whoever is not there yet. It knows no idempotency keys. */
export async function openAddPromoter() {
  /** Whose accounts there are. */
  const made: { name: string; email: string }[] = [];
  const phone = await screenPhone(async request => {
    if (request.url.endsWith(PROMOTERS))
      return answerOf({ list: made.map(({ name }, at) => ({ id: at + 1, name })) });
    if (request.url.endsWith(TAKEN)) {
      const { emails } = await request.json();
      return answerOf({ list: made.filter(({ email }) => emails.includes(email)) });
    }
    if (!request.url.endsWith(ADD)) return answerOf({}, 503);
    const { name, email } = await request.json();
    if (made.some(each => each.email === email)) return refusal({ email: [EMAIL_TAKEN] });
    made.push({ name, email });
    return answerOf({ id: made.length, name, email });
  });
  phone.network.on();
  return {
    ...phone,
    made,
    /** The requests to add somebody, so far. */
    calls: () => phone.network.seen.filter(({ path }) => path.endsWith(ADD)),
    async open(query = '', actionsPlace: HTMLElement | null = null) {
      const store = createStore();
      const { unmount } = openScreen(
        phone.device,
        <Provider store={store}>
          <ActionsPlace value={actionsPlace}>
            <AddPromoterScreen />
          </ActionsPlace>
          <Toasts />
        </Provider>,
        `/promo/moderation/add${query}`,
      );
      if (query === '') await screen.findByLabelText('Имя *');
      return { store, close: unmount };
    },
  };
}

export type OpenAddPromoter = Awaited<ReturnType<typeof openAddPromoter>>;

/** What newer Laravels say of fields. */
export function refusal(errors: Record<string, string[]>): Response {
  return answerOf({ message: 'Нет', errors }, 422);
}

/** A required field of the form. */
export function input(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(`${label} *`);
}

export function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

export function press(name: string): Promise<void> {
  return userEvent.click(button(name));
}

/** Fills in the whole form; '' leaves a field empty. */
export async function fillIn(
  values: { name?: string; email?: string; password?: string; again?: string } = {},
): Promise<void> {
  const { name = 'Вера', email = 'vera@example.com', password = SECRET, again = password } = values;
  const typed = { Имя: name, 'E-mail': email, Пароль: password, 'Повтор пароля': again };
  for (const [label, text] of Object.entries(typed)) {
    await userEvent.clear(input(label));
    if (text !== '') await userEvent.paste(text);
  }
}
