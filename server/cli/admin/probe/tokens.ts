/** What `/oauth/token` says: to nobody, to a token that never was, and to the user of the probe. */
import { randomUUID } from 'node:crypto';
import { obtainToken, type TokenPair } from '#contract/session.ts';
import { isRecord } from '#kit/is-record.ts';
import { isHidden, look, type Probing, requestOf } from './conversation.ts';
import { type Heard, parseJson, readAnswer } from './read-answer.ts';

type Fields = Record<string, string>;

/** Leaves the probing with the token of the user, if they could sign in. */
export async function probeTokens(probing: Probing) {
  const { user, refresh } = probing.target;
  const facts = {
    ...(await provoke(probing)),
    /** Undefined: it was not tried. */
    renewed: undefined as boolean | undefined,
    signedIn: false,
    /** Why not. */
    why: 'вход не проверялся: нужен --user',
    expiresInS: 0,
    hasRefreshToken: false,
  };
  if (user === undefined) return facts;
  const login = { grant_type: 'password', username: user, password: probing.password };
  const pair = await obtain(probing, 'вход', login);
  if (typeof pair === 'string') return { ...facts, why: pair };
  const { access_token, refresh_token, expires_in: expiresInS } = pair;
  probing.token = access_token;
  const hasRefreshToken = refresh_token !== '';
  const signedIn = { ...facts, signedIn: true, why: '', expiresInS, hasRefreshToken };
  if (!refresh || !hasRefreshToken) return signedIn;
  const next = await obtain(probing, 'обновление', { grant_type: 'refresh_token', refresh_token });
  // The old access token is not used any more: where a backend revokes it at once, that is its right.
  if (typeof next !== 'string') probing.token = next.access_token;
  return { ...signedIn, renewed: typeof next !== 'string' };
}

/** One failed login, of an address that cannot be anybody's, and one refresh: neither costs anybody anything. */
async function provoke(probing: Probing) {
  const refusalOf = async (what: string, fields: Fields) => {
    const heard = await requestToken(probing, fields, answer => `${what}: ${refusalWords(answer)}`);
    return heard && readRefusal(heard);
  };
  const username = `probe-${randomUUID()}@nobody.invalid`;
  const nobody = { grant_type: 'password', username, password: randomUUID() };
  const login = await refusalOf('неверный пароль', nobody);
  const unknown = { grant_type: 'refresh_token', refresh_token: `probe-${randomUUID()}` };
  const refresh = await refusalOf('неверный refresh_token', unknown);
  return { passport: passportOf(login, refresh), refresh: refreshOf(refresh) };
}

function requestToken(probing: Probing, fields: Fields, describe: (heard: Heard) => string) {
  const client = { client_id: probing.target.clientId, client_secret: probing.clientSecret };
  const outgoing = requestOf(probing, obtainToken, { ...fields, scope: '', ...client });
  return look(probing, obtainToken, outgoing, describe);
}

/** Tokens, or why there are none. */
async function obtain(probing: Probing, what: string, fields: Fields): Promise<TokenPair | string> {
  let received: TokenPair | string = 'на вход сервер не ответил';
  await requestToken(probing, fields, heard => {
    const reading = readAnswer(obtainToken, heard, probing.target.zone);
    if (!reading.ok) {
      const refused = explainRefusal(heard) ?? reading.why.join('; ');
      received = `вход отклонен: ${refused}`;
      return `${what}: ${refused}`;
    }
    received = isHidden(probing, heard)
      ? 'браузер не отдаст токены странице: нет Access-Control-Allow-Origin'
      : // Read by that very schema.
        (reading.value as TokenPair);
    return `${what}: токены получены`;
  });
  return received;
}

const REASONS: Record<string, string> = {
  invalid_credentials: 'неверный адрес или пароль',
  invalid_grant: 'неверный адрес или пароль',
  invalid_client: 'сервер не знает клиента: проверьте --client-id и --client-secret-file',
  unsupported_grant_type: 'вход по паролю выключен (Passport ≥ 12: Passport::enablePasswordGrant)',
  unauthorized_client: 'клиенту нельзя входить по паролю: нужен password client',
};

function explainRefusal(heard: Heard) {
  const reason = REASONS[readRefusal(heard).error];
  return reason && `${refusalWords(heard)} — ${reason}`;
}

type Refusal = ReturnType<typeof readRefusal>;

const KNOWN_ERRORS = new Set([...Object.keys(REASONS), 'invalid_request', 'invalid_scope']);

/** A refusal by its codes and keys: texts are read here, and never shown. */
function readRefusal(heard: Heard) {
  const raw = parseJson(heard);
  const body = isRecord(raw) ? raw : {};
  const { error, message, error_description: description } = body;
  return {
    status: heard.status,
    error: typeof error === 'string' && KNOWN_ERRORS.has(error) ? error : 'иное',
    keys: ['message', 'error_description', 'hint'].filter(key => key in body),
    text: [message, description].find(received => typeof received === 'string') ?? '',
    isBasic: /^basic/i.test(heard.headers.get('www-authenticate') ?? ''),
  };
}

function refusalWords(heard: Heard): string {
  const { status, error, keys } = readRefusal(heard);
  return `${status} ${error}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}`;
}

/** The column of CONTRACT.md's table of token errors that a backend speaks like: Passport up to 7 says invalid_credentials. */
function passportOf(login: Refusal | undefined, refresh: Refusal | undefined): string {
  const received = [login, refresh];
  if (received.some(refusal => refusal?.error === 'invalid_client')) {
    // Old ones challenge the browser whenever they do not know the client; it may open its own login box over the page.
    const age = received.some(refusal => refusal?.isBasic) ? ' Похоже на Passport 1–6.' : '';
    return `не узнать: сервер не знает клиента (--client-id, --client-secret-file).${age}`;
  }
  switch (login?.error) {
    case 'unsupported_grant_type':
    case 'unauthorized_client':
      return 'Passport 12 или новее, вход по паролю выключен';
    case 'invalid_credentials':
      if (refresh?.error === 'invalid_request' && refresh.status === 400) return 'Passport 1–2 (league 5)';
      return refresh?.status === 401 ? 'Passport 3–7 (league 6–7)' : 'Passport 1–7';
    case 'invalid_grant':
      return ofNewColumns(login, refresh);
    default:
      return 'не узнать: на Passport не похоже';
  }
}

function ofNewColumns(login: Refusal, refresh: Refusal | undefined): string {
  if (refresh?.error === 'invalid_grant') {
    return login.keys.includes('message') ? 'как у этого сервера' : 'Passport 13 (league 9)';
  }
  if (refresh?.status !== 401) return 'Passport 8 или новее';
  const isGeneric = /authorization grant/i.test(login.text);
  return isGeneric ? 'Passport 8–10.0 (league 8.0)' : 'Passport 10.1–12 (league 8.3)';
}

/** Whether tokens can be renewed, by what is said to a token that never was. */
function refreshOf(refusal: Refusal | undefined): 'yes' | 'no' | 'unknown' {
  const { error = 'иное', status } = refusal ?? {};
  if (error === 'unsupported_grant_type' || error === 'unauthorized_client') return 'no';
  if (error === 'invalid_client' || error === 'иное') return 'unknown';
  return status === 400 || status === 401 ? 'yes' : 'unknown';
}
