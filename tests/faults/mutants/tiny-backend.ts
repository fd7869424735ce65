import { createTinyBooks, type TinyBooks } from './tiny-books.ts';

type Handle = (request: Request) => Response | Promise<Response>;

/** A change that was carried out, in the order of the commits. */
export type Effect = { path: string; userId: number; key: string | null; body: Record<string, unknown> };

/** A backend of a few lines in this process: fast, and every effect of it is written down. */
export type TinyBackend = {
  handle: Handle;
  effects: Effect[];
  books: TinyBooks;
  /** Sees each request first; what it returns is the answer, null lets the request through. */
  intercept: (request: Request) => Response | Promise<Response> | null;
  /** Every access token that was given out so far works no longer. */
  expireTokens(): void;
  /** Every refresh token that was given out so far works no longer. */
  revokeAll(): void;
};

type Tokens = { access: Map<string, number>; refresh: Map<string, number>; users: string[]; given: number };

/** `keyed` false: it ignores the Idempotency-Key, as the firm's old backend does. */
export function createTinyBackend({ keyed }: { keyed: boolean }): TinyBackend {
  const tokens: Tokens = { access: new Map(), refresh: new Map(), users: [], given: 0 };
  const books = createTinyBooks();
  const stored = new Map<string, { text: string; answer: Response }>();
  const effects: Effect[] = [];

  async function change(request: Request, path: string, userId: number): Promise<Response> {
    const text = await request.text();
    const key = keyed ? request.headers.get('Idempotency-Key') : null;
    const before = key === null ? undefined : stored.get(key);
    if (before && before.text !== text) return refuse(422, 'One key stands for one payload');
    if (before) return echoed(before.answer.clone(), 'replayed');
    const body = JSON.parse(text);
    const answer = books.change(path, userId, body);
    if (answer.ok) effects.push({ path, userId, key, body });
    if (key === null) return answer;
    if (answer.ok) stored.set(key, { text, answer: answer.clone() });
    return echoed(answer, 'stored');
  }

  const backend: TinyBackend = {
    effects,
    books,
    intercept: () => null,
    expireTokens: () => tokens.access.clear(),
    revokeAll: () => tokens.refresh.clear(),
    async handle(request) {
      const taken = backend.intercept(request);
      if (taken) return taken;
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/oauth/')) return giveTokens(tokens, pathname, await request.text());
      const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
      const userId = tokens.access.get(token);
      if (userId === undefined) return refuse(401, 'Unauthenticated.');
      if (pathname === '/api/getUser') return Response.json(userOf(tokens, userId));
      const read = books.read(request, userId);
      return read ?? change(request, pathname, userId);
    },
  };
  return backend;
}

/** An answer of our API that says no. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers });
}

function echoed(answer: Response, status: 'stored' | 'replayed'): Response {
  answer.headers.set('Idempotency-Status', status);
  return answer;
}

function giveTokens(tokens: Tokens, path: string, text: string): Response {
  if (path === '/oauth/revoke') return Response.json({});
  const form = new URLSearchParams(text);
  const userId =
    form.get('grant_type') === 'password'
      ? userIdOf(tokens, form.get('username') ?? '')
      : tokens.refresh.get(form.get('refresh_token') ?? '');
  if (userId === undefined) return refuse(401, 'The refresh token is invalid.');
  tokens.refresh.delete(form.get('refresh_token') ?? '');
  tokens.given += 1;
  const [access_token, refresh_token] = [`access-${tokens.given}`, `refresh-${tokens.given}`];
  tokens.access.set(access_token, userId);
  tokens.refresh.set(refresh_token, userId);
  return Response.json({ access_token, refresh_token, expires_in: 3600 });
}

/** Whoever signs in exists, from the first time on. */
function userIdOf({ users }: Tokens, email: string): number {
  if (!users.includes(email)) users.push(email);
  return users.indexOf(email) + 1;
}

function userOf({ users }: Tokens, id: number) {
  const email = users[id - 1] ?? '';
  return { id, name: email, email, role: { name: 'promoter', display_name: 'Промоутер' }, can: {} };
}
