/** What `/oauth/token` says: to nobody, to a token that never was, and to the user of the probe. */
import { randomUUID } from 'node:crypto';
import { obtainToken, type TokenPair } from '#contract/session.ts';
import type { Conversation } from './conversation.ts';
import { isShared } from './cors.ts';
import { parseJson, readAnswer } from './read-answer.ts';
import type { Heard } from './readings.ts';

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

/** Leaves the conversation with the token of the user, if they could sign in. */
export async function probeTokens(conversation: Conversation, login: Login): Promise<TokenFacts> {
  const refusals = await provoke(conversation, login);
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
  const pair = await signIn(conversation, login, facts);
  if (!pair) return facts;
  conversation.token = pair.access_token;
  Object.assign(facts, { signedIn: true, why: '' });
  Object.assign(facts, { expiresInS: pair.expires_in, hasRefreshToken: pair.refresh_token !== '' });
  if (login.refresh && pair.refresh_token !== '') facts.renewed = await renew(conversation, login, pair);
  return facts;
}

/** One failed login, of an address that cannot be anybody's, and one refresh: neither costs anybody anything. */
async function provoke(conversation: Conversation, login: Login): Promise<TokenRefusals> {
  const nobody = { username: `probe-${randomUUID()}@nobody.invalid`, password: randomUUID(), scope: '' };
  const said = (what: string) => (heard: Heard) => `${what}: ${refusalWords(readRefusal(heard))}`;
  const requestToken = (what: string, fields: Fields) =>
    conversation.look('obtainToken', form(conversation, login, fields), said(what));
  const credentials = await requestToken('неверный пароль', { grant_type: 'password', ...nobody });
  const unknown = { grant_type: 'refresh_token', refresh_token: `probe-${randomUUID()}`, scope: '' };
  const refresh = await requestToken('неверный refresh_token', unknown);
  return { ...(credentials && { credentials }), ...(refresh && { refresh }) };
}

async function signIn(
  conversation: Conversation,
  login: Login,
  facts: TokenFacts,
): Promise<TokenPair | undefined> {
  const fields = { grant_type: 'password', username: login.user ?? '', password: login.password, scope: '' };
  return obtain(conversation, { login, fields, what: 'вход', fail: why => Object.assign(facts, { why }) });
}

/** The old access token is not used any more: where a backend revokes it at once, that is its right. */
async function renew(conversation: Conversation, login: Login, pair: TokenPair): Promise<boolean> {
  const fields = { grant_type: 'refresh_token', refresh_token: pair.refresh_token, scope: '' };
  const next = await obtain(conversation, { login, fields, what: 'обновление', fail: () => undefined });
  if (next) conversation.token = next.access_token;
  return next !== undefined;
}

type Obtaining = { login: Login; fields: Fields; what: string; fail: (why: string) => void };

async function obtain(
  conversation: Conversation,
  { login, fields, what, fail }: Obtaining,
): Promise<TokenPair | undefined> {
  const read = (heard: Heard) => readAnswer(obtainToken, heard, login.zone);
  const heard = await conversation.look('obtainToken', form(conversation, login, fields), answer => {
    const reading = read(answer);
    return reading.ok ? `${what}: токены получены` : `${what}: ${refused(answer, reading.why)}`;
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

function form(conversation: Conversation, { clientId, clientSecret }: Login, fields: Fields) {
  return conversation.request(obtainToken, { ...fields, client_id: clientId, client_secret: clientSecret });
}

/** What the token endpoint refused, as far as it is known to whom it says so. */
type TokenRefusals = {
  /** A user who cannot exist. */
  credentials?: Heard;
  /** A refresh token that never was. */
  refresh?: Heard;
};

type TokenRefusal = { status: number; error: string; keys: string[]; text: string; isBasic: boolean };

const KNOWN_ERRORS = new Set([
  ...['invalid_credentials', 'invalid_grant', 'invalid_request', 'invalid_client', 'invalid_scope'],
  ...['unsupported_grant_type', 'unauthorized_client'],
]);

/** A refusal by its codes and keys: texts are read here, and never shown. */
function readRefusal(heard: Heard): TokenRefusal {
  const raw = parseJson(heard);
  const body: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  const { error, message, error_description: description } = body;
  const text = [message, description].find(received => typeof received === 'string');
  return {
    status: heard.status,
    error: typeof error === 'string' && KNOWN_ERRORS.has(error) ? error : 'иное',
    keys: ['message', 'error_description', 'hint'].filter(key => key in body),
    text: String(text ?? ''),
    isBasic: /^basic/i.test(heard.headers.get('www-authenticate') ?? ''),
  };
}

function refusalWords({ status, error, keys }: TokenRefusal): string {
  return `${status} ${error}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}`;
}

/** The column of CONTRACT.md's table of token errors that a backend speaks like. */
function passportOf(refusals: TokenRefusals): string {
  const credentials = refusals.credentials && readRefusal(refusals.credentials);
  const refresh = refusals.refresh && readRefusal(refusals.refresh);
  const received = [credentials, refresh].filter(refusal => refusal !== undefined);
  if (received.some(({ error }) => error === 'invalid_client')) return ofUnknownClient(received);
  if (credentials?.error === 'unsupported_grant_type' || credentials?.error === 'unauthorized_client') {
    return 'Passport 12 или новее, вход по паролю выключен';
  }
  if (credentials?.error === 'invalid_credentials') return ofOldColumns(refresh);
  if (credentials?.error === 'invalid_grant') return ofNewColumns(credentials, refresh);
  return 'не узнать: на Passport не похоже';
}

/** Old ones challenge the browser whenever they do not know the client; it may open its own login box over the page. */
function ofUnknownClient(received: readonly TokenRefusal[]): string {
  const age = received.some(({ isBasic }) => isBasic) ? ' Похоже на Passport 1–6.' : '';
  return `не узнать: сервер не знает клиента (--client-id, --client-secret-file).${age}`;
}

/** Passport up to 7: a wrong password is 401 invalid_credentials. */
function ofOldColumns(refresh: TokenRefusal | undefined): string {
  if (refresh?.error === 'invalid_request' && refresh.status === 400) return 'Passport 1–2 (league 5)';
  return refresh?.status === 401 ? 'Passport 3–7 (league 6–7)' : 'Passport 1–7';
}

function ofNewColumns(credentials: TokenRefusal, refresh: TokenRefusal | undefined): string {
  if (refresh?.error === 'invalid_grant') {
    return credentials.keys.includes('message') ? 'как у этого сервера' : 'Passport 13 (league 9)';
  }
  const isGeneric = /authorization grant/i.test(credentials.text);
  if (refresh?.status === 401)
    return isGeneric ? 'Passport 8–10.0 (league 8.0)' : 'Passport 10.1–12 (league 8.3)';
  return 'Passport 8 или новее';
}

/** Whether tokens can be renewed, by what is said to a token that never was. */
function refreshOf({ refresh }: TokenRefusals): 'yes' | 'no' | 'unknown' {
  if (!refresh) return 'unknown';
  const { error, status } = readRefusal(refresh);
  if (error === 'unsupported_grant_type' || error === 'unauthorized_client') return 'no';
  if (error === 'invalid_client' || error === 'иное') return 'unknown';
  return status === 400 || status === 401 ? 'yes' : 'unknown';
}
