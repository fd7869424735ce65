import type { Heard } from './exchange.ts';
import { parseJson } from './reading.ts';

/** What the token endpoint refused, as far as it is known to whom it says so. */
export type TokenRefusals = {
  /** A user who cannot exist. */
  credentials?: Heard;
  /** A refresh token that never was. */
  refresh?: Heard;
};

export type TokenRefusal = { status: number; error: string; keys: string[]; text: string; isBasic: boolean };

const KNOWN_ERRORS = new Set([
  ...['invalid_credentials', 'invalid_grant', 'invalid_request', 'invalid_client', 'invalid_scope'],
  ...['unsupported_grant_type', 'unauthorized_client'],
]);

/** A refusal by its codes and keys: texts are read here, and never shown. */
export function readRefusal(heard: Heard): TokenRefusal {
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

export function refusalWords({ status, error, keys }: TokenRefusal): string {
  return `${status} ${error}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}`;
}

/** The column of CONTRACT.md's table of token errors that a backend speaks like. */
export function passportOf(refusals: TokenRefusals): string {
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
export function refreshOf({ refresh }: TokenRefusals): 'yes' | 'no' | 'unknown' {
  if (!refresh) return 'unknown';
  const { error, status } = readRefusal(refresh);
  if (error === 'unsupported_grant_type' || error === 'unauthorized_client') return 'no';
  if (error === 'invalid_client' || error === 'иное') return 'unknown';
  return status === 400 || status === 401 ? 'yes' : 'unknown';
}
