/** GET and POST /oauth/authorize: no call of the contract, but a page that a person answers with their password. */
import type { Context, Hono } from 'hono';
import { normaliseEmail } from '#kit/email.ts';
import {
  type AuthorizationRequest,
  grantCode,
  readAuthorizationRequest,
  validateAuthorization,
} from '../auth/authorization-request.ts';
import { checkPassword } from '../auth/check-password.ts';
import { countLogin, resetLoginAttempts } from '../auth/login-limits.ts';
import { audit } from '../commands/act.ts';
import type { Deps } from '../db/deps.ts';
import { Refusal } from '../db/refusal.ts';
import { transact } from '../db/transaction.ts';
import type { AppEnv } from './app-env.ts';
import { type Attempt, consentPage, consentPolicy, refusalPage } from './consent-page.ts';
import { readMark } from './device-cookie.ts';

export const CONSENT_PATH = '/oauth/authorize';

export function mountConsent(app: Hono<AppEnv>, deps: Deps): void {
  app.use(CONSENT_PATH, (c, next) => {
    c.set('route', CONSENT_PATH);
    return next();
  });
  app.get(CONSENT_PATH, c => show(deps, c));
  app.post(CONSENT_PATH, c => answer(deps, c));
}

async function show({ db }: Deps, c: Context<AppEnv>) {
  const recognised = await readAuthorizationRequest(db, new URL(c.req.url).searchParams);
  if (!recognised.ok) return showFailure(c, 400, WORDS[recognised.fault]);
  return judge(c, recognised.request);
}

type FailedAttempt = Attempt & { status: 422 | 429; headers?: Record<string, string> };

/** The page, or the way back with what was wrong with the request. */
async function judge(c: Context<AppEnv>, request: AuthorizationRequest, attempt?: FailedAttempt) {
  const validated = await validateAuthorization(request);
  if (!validated.ok) return sendBack(c, validated.sendTo);
  c.header('Content-Security-Policy', consentPolicy(request.redirectUri));
  const page = consentPage(request, validated.scopes, attempt);
  return c.html(page, attempt?.status ?? 200, attempt?.headers ?? {});
}

async function answer(deps: Deps, c: Context<AppEnv>) {
  // Nobody else's page may answer for the user, not even with a password that it knows.
  if (!['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'))) {
    return showFailure(c, 403, WORDS.elsewhere);
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    return showFailure(c, 415, WORDS.unreadable);
  }
  const form = new URLSearchParams(await c.req.text());
  const recognised = await readAuthorizationRequest(deps.db, form);
  if (!recognised.ok) return showFailure(c, 400, WORDS[recognised.fault]);
  const { request } = recognised;
  const decision = form.get('decision');
  if (decision !== 'allow' && decision !== 'deny') return showFailure(c, 400, WORDS.unreadable);
  const validated = await validateAuthorization(request, decision === 'allow');
  if (!validated.ok) return sendBack(c, validated.sendTo);
  return allow(deps, c, request, { email: form.get('email') ?? '', password: form.get('password') ?? '' });
}

type Credentials = { email: string; password: string };

async function allow(deps: Deps, c: Context<AppEnv>, request: AuthorizationRequest, typed: Credentials) {
  const signedIn = await signIn(deps, c, typed);
  if ('problem' in signedIn) return judge(c, request, signedIn);
  const now = deps.clock();
  c.set('userId', signedIn.id);
  const granted = await transact(deps.db, async tx => {
    const given = await grantCode(tx, request, signedIn.id, now);
    const { requestId, ip } = c.var;
    const by = { actorId: signedIn.id, impersonatorId: null, clientKey: null };
    const act = { ...by, now: new Date(now), requestId, ip };
    const done = { action: 'authorize_client', entity: 'oauth_client', entityId: request.client.id };
    if (given?.scopes) await audit(tx, act, { ...done, after: { scopes: given.scopes } });
    return given;
  });
  return granted ? sendBack(c, granted.sendTo) : showFailure(c, 400, WORDS.client);
}

/** The password is asked for each time, so nobody can consent for another; guesses count as those of signing in. */
async function signIn(
  deps: Deps,
  c: Context<AppEnv>,
  typed: Credentials,
): Promise<{ id: number } | FailedAttempt> {
  const { db, clock } = deps;
  const email = normaliseEmail(typed.email);
  const attempt = { email, ip: c.get('ip'), device: readMark(c) };
  try {
    await countLogin(db, attempt, clock());
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    const problem = `Слишком много попыток. ${againIn(error.headers['Retry-After'])}`;
    return { email: typed.email, problem, status: 429, headers: error.headers };
  }
  const user = await checkPassword(deps, { email, password: typed.password, isExposed: c.get('isExposed') });
  if (!user) return { email: typed.email, problem: 'Неверный e-mail или пароль.', status: 422 };
  await resetLoginAttempts(db, attempt);
  return user;
}

function againIn(seconds: string | undefined) {
  const minutes = Math.ceil(Number(seconds ?? 0) / 60);
  return minutes > 1 ? `Повторите через ${minutes} мин.` : 'Повторите через минуту.';
}

type Words = readonly [title: string, text: string];

const WORDS = {
  client: [
    'Приложение неизвестно',
    'Такого приложения нет, или его удалили. Вернитесь в приложение и начните снова.',
  ],
  redirect: [
    'Неверный адрес возврата',
    'Приложение просит вернуть вас по адресу, которого нет среди его адресов. Сообщите об этом тому, кто его сделал.',
  ],
  elsewhere: [
    'Ответ отклонен',
    'Разрешить или отказать можно только на этой странице. Вернитесь в приложение и начните снова.',
  ],
  unreadable: ['Запрос не разобран', 'Вернитесь в приложение и начните снова.'],
} satisfies Record<string, Words>;

/** 303: the browser forgets the form. The code is in nobody's cache, log or referrer. */
function sendBack(c: Context<AppEnv>, to: URL) {
  return c.redirect(to.href, 303);
}

function showFailure(c: Context<AppEnv>, status: 400 | 403 | 415, [title, text]: Words) {
  c.header('Content-Security-Policy', consentPolicy());
  return c.html(refusalPage(title, text), status);
}

const FAILURES = new Map<number, Words>([
  [413, ['Запрос слишком велик', 'Вернитесь в приложение и начните снова.']],
  [503, ['Сервер временно недоступен', 'Подождите немного и обновите страницу.']],
]);

/** What the edge says of a failure, for a person. */
export function inWords(c: Context<AppEnv>, failure: Response): Response {
  if (c.req.path !== CONSENT_PATH) return failure;
  const [title, text] = FAILURES.get(failure.status) ?? ['Ошибка сервера', 'Попробуйте еще раз позже.'];
  const headers = new Headers(failure.headers);
  headers.set('content-type', 'text/html; charset=UTF-8');
  headers.set('content-security-policy', consentPolicy());
  const page = String(refusalPage(title, text));
  headers.set('content-length', String(Buffer.byteLength(page)));
  // Put in its place, this answer would take over the headers of the other: its length, too.
  c.res = undefined;
  c.res = new Response(page, { status: failure.status, headers });
  return c.res;
}
