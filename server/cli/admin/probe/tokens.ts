/** What `/oauth/token` says: to nobody, to a token that never was, and to the user of the probe. */
import { randomUUID } from 'node:crypto';
import { obtainToken, type TokenPair } from '#contract/session.ts';
import { isShared } from './cors.ts';
import type { Heard } from './exchange.ts';
import type { Interview } from './interview.ts';
import { passportOf, readRefusal, refreshOf, refusalWords, type TokenRefusals } from './passport.ts';
import { readAnswer } from './reading.ts';

export type TokenFacts = {
  passport: string;
  refresh: 'yes' | 'no' | 'unknown';
  /** Undefined: it was not tried. */
  renewed: boolean | undefined;
  signedIn: boolean;
  /** Why not. */
  why: string;
  expiresInS: number;
  hasRefreshToken: boolean;
};

export type Login = {
  clientId: string;
  clientSecret: string;
  user: string | undefined;
  password: string;
  refresh: boolean;
  zone: string;
  foreignPage: string | undefined;
};

type Fields = Record<string, string>;

/** Leaves the interview with the token of the user, if they could sign in. */
export async function probeTokens(interview: Interview, login: Login): Promise<TokenFacts> {
  const refusals = await provoke(interview, login);
  const facts: TokenFacts = {
    passport: passportOf(refusals),
    refresh: refreshOf(refusals),
    renewed: undefined,
    signedIn: false,
    why: 'вход не проверялся: нужен --user',
    expiresInS: 0,
    hasRefreshToken: false,
  };
  if (login.user === undefined) return facts;
  const pair = await signIn(interview, login, facts);
  if (!pair) return facts;
  interview.token = pair.access_token;
  Object.assign(facts, { signedIn: true, why: '' });
  Object.assign(facts, { expiresInS: pair.expires_in, hasRefreshToken: pair.refresh_token !== '' });
  if (login.refresh && pair.refresh_token !== '') facts.renewed = await renew(interview, login, pair);
  return facts;
}

/** One failed login, of an address that cannot be anybody's, and one refresh: neither costs anybody anything. */
async function provoke(interview: Interview, login: Login): Promise<TokenRefusals> {
  const nobody = { username: `probe-${randomUUID()}@nobody.invalid`, password: randomUUID(), scope: '' };
  const said = (what: string) => (heard: Heard) => [`${what}: ${refusalWords(readRefusal(heard))}`];
  const requestToken = (what: string, fields: Fields) =>
    interview.look('obtainToken', form(interview, login, fields), said(what));
  const credentials = await requestToken('неверный пароль', { grant_type: 'password', ...nobody });
  const unknown = { grant_type: 'refresh_token', refresh_token: `probe-${randomUUID()}`, scope: '' };
  const refresh = await requestToken('неверный refresh_token', unknown);
  return { ...(credentials && { credentials }), ...(refresh && { refresh }) };
}

async function signIn(interview: Interview, login: Login, facts: TokenFacts): Promise<TokenPair | undefined> {
  const fields = { grant_type: 'password', username: login.user ?? '', password: login.password, scope: '' };
  return obtain(interview, { login, fields, what: 'вход', fail: why => Object.assign(facts, { why }) });
}

/** The old access token is not used any more: where a backend revokes it at once, that is its right. */
async function renew(interview: Interview, login: Login, pair: TokenPair): Promise<boolean> {
  const fields = { grant_type: 'refresh_token', refresh_token: pair.refresh_token, scope: '' };
  const next = await obtain(interview, { login, fields, what: 'обновление', fail: () => undefined });
  if (next) interview.token = next.access_token;
  return next !== undefined;
}

type Obtaining = { login: Login; fields: Fields; what: string; fail: (why: string) => void };

async function obtain(
  interview: Interview,
  { login, fields, what, fail }: Obtaining,
): Promise<TokenPair | undefined> {
  const read = (heard: Heard) => readAnswer(obtainToken, heard, login.zone);
  const heard = await interview.look('obtainToken', form(interview, login, fields), answer => {
    const reading = read(answer);
    return [reading.ok ? `${what}: токены получены` : `${what}: ${refused(answer, reading.why)}`];
  });
  if (!heard) return void fail('на вход сервер не ответил');
  const reading = read(heard);
  if (!reading.ok) return void fail(`вход отклонен: ${refused(heard, reading.why)}`);
  const isHidden = login.foreignPage !== undefined && !isShared(heard, login.foreignPage);
  if (isHidden) return void fail('браузер не отдаст токены странице: нет Access-Control-Allow-Origin');
  // Read by that very schema.
  return reading.value as TokenPair;
}

const REASONS: Record<string, string> = {
  invalid_credentials: 'неверный адрес или пароль',
  invalid_grant: 'неверный адрес или пароль',
  invalid_client: 'сервер не знает клиента: проверьте --client-id и --client-secret-file',
  unsupported_grant_type: 'вход по паролю выключен (Passport ≥ 12: Passport::enablePasswordGrant)',
  unauthorized_client: 'клиенту нельзя входить по паролю: нужен password client',
};

function refused(heard: Heard, why: readonly string[]): string {
  const refusal = readRefusal(heard);
  const reason = REASONS[refusal.error];
  return reason ? `${refusalWords(refusal)} — ${reason}` : why.join('; ');
}

function form(interview: Interview, { clientId, clientSecret }: Login, fields: Fields) {
  return interview.request(obtainToken, { ...fields, client_id: clientId, client_secret: clientSecret });
}
