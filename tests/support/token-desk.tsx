import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PersonalTokens } from '#features/credentials/tokens/personal-tokens.tsx';
import { Toasts } from '#ui/toast.tsx';
import { answerOf } from './network.ts';
import { type RemotePhone, remotePhone } from './remote.tsx';
import { setWidth } from './screen.tsx';

export const TOKENS_PATH = '/oauth/personal-access-tokens';

/** The value of whatever token is made. */
export const SECRET = 'eyJ0eXAiOiJKV1QifQ.e30.bmV2ZXItc2VlbS1hZ2Fpbg';

/** A personal token as Passport lists it. */
export const token = (id: string, name: string, rest: object = {}) => ({
  ...{ id, user_id: 1, client_id: 1, name, scopes: ['promo'], revoked: false, client: null },
  ...{ created_at: '2026-11-01 09:05:00', expires_at: '2027-11-01 09:05:00', ...rest },
});

export const SCOPES = [
  { id: 'profile', description: 'Видеть имя' },
  { id: 'promo', description: 'Видеть заявки' },
];

export type TokenDesk = Omit<RemotePhone, 'show'> & {
  rows: ReturnType<typeof token>[];
  /** What the server answers now. */
  scopes: () => Response;
  created: (name: string) => Response;
  show: () => void;
  /** The bodies with which a token was asked for. */
  bodies: () => unknown[];
};

/** The panel of personal tokens of somebody who has two, the newest first. */
export async function tokenDesk(): Promise<TokenDesk> {
  const phone = await remotePhone(async request => {
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth/scopes') return desk.scopes();
    if (request.method === 'POST') return desk.created(JSON.parse(await request.text()).name);
    if (request.method === 'DELETE') {
      desk.rows = desk.rows.filter(({ id }) => !pathname.endsWith(id));
      return new Response(null, { status: 204 });
    }
    return answerOf(desk.rows);
  });
  const desk: TokenDesk = {
    ...phone,
    rows: [token('aa', 'Отчеты'), token('bb', 'Старый', { expires_at: '2026-11-30 09:00:00' })],
    scopes: () => answerOf(SCOPES),
    created: name => {
      const made = token('new', name);
      desk.rows = [made, ...desk.rows];
      return answerOf({ accessToken: SECRET, token: made });
    },
    show: () =>
      void phone.show(
        <>
          <PersonalTokens />
          <Toasts />
        </>,
      ),
    bodies: () =>
      phone.network.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body)),
  };
  setWidth(1280);
  return desk;
}

export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
export const press = async (name: string) => userEvent.click(await button(name));
export const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement; // a header of a row stands in one

/** The field of the name in the form of a new token. */
export const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Название/ });

/** Opens the form of a new token, with the rights in it. */
export async function openForm(desk: TokenDesk): Promise<void> {
  desk.show();
  await rowOf('Отчеты');
  await press('Создать токен');
  await screen.findByLabelText('Видеть имя');
}

export async function fillIn(name: string, ...rights: string[]): Promise<void> {
  await userEvent.type(field(), name);
  for (const right of rights) await userEvent.click(screen.getByLabelText(right));
}
