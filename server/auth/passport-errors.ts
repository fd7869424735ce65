import { REFRESH_TOKEN_INVALID } from '#contract/session.ts';
import type { PassportCompat } from '../db/deps.ts';
import { Refusal } from '../db/refusal.ts';

export type TokenFailure =
  | 'credentials'
  | 'refresh'
  | 'code'
  | 'verifier'
  | 'client'
  | 'grant_type'
  | 'parameter'
  | 'scope'
  | 'unauthorized_client';

type Shapes = Record<TokenFailure, { status: number; error: string; text: string }>;

const UNUSABLE =
  'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.';

const MODERN: Shapes = {
  credentials: { status: 400, error: 'invalid_grant', text: 'The user credentials were incorrect.' },
  refresh: { status: 400, error: 'invalid_grant', text: REFRESH_TOKEN_INVALID },
  code: { status: 400, error: 'invalid_grant', text: UNUSABLE },
  verifier: { status: 400, error: 'invalid_grant', text: UNUSABLE },
  client: { status: 401, error: 'invalid_client', text: 'Client authentication failed' },
  grant_type: {
    status: 400,
    error: 'unsupported_grant_type',
    text: 'The authorization grant type is not supported by the authorization server.',
  },
  parameter: {
    status: 400,
    error: 'invalid_request',
    text: 'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
  },
  scope: {
    status: 400,
    error: 'invalid_scope',
    text: 'The requested scope is invalid, unknown, or malformed',
  },
  unauthorized_client: {
    status: 400,
    error: 'unauthorized_client',
    text: 'The authenticated client is not authorized to use this authorization grant type.',
  },
};

/** Passport 10.1–12 on league 8.3.2–8.5. */
const PASSPORT_12: Shapes = {
  ...MODERN,
  refresh: { status: 401, error: 'invalid_request', text: REFRESH_TOKEN_INVALID },
  code: MODERN.parameter,
};

/** Passport 3–4 on league 6–7.0, which knows `message` only. */
const PASSPORT_4: Shapes = {
  ...PASSPORT_12,
  credentials: { ...MODERN.credentials, status: 401, error: 'invalid_credentials' },
};

const SHAPES = { modern: MODERN, '12': PASSPORT_12, '4': PASSPORT_4 };

/** The refusal in Passport's shape; the modern one carries the fields of every generation. */
export function refuseToken(
  failure: TokenFailure,
  compat: PassportCompat,
  more: { hint?: string; basic?: boolean } = {},
): Refusal {
  const { status, error, text } = SHAPES[compat][failure];
  const texts = compat === '4' ? { message: text } : { error_description: text, message: text };
  const hint = more.hint === undefined ? {} : { hint: more.hint };
  // Old versions always sent the challenge; newer ones only to those who tried the header, because
  // a browser may open its own login box on it.
  const challenged = failure === 'client' && (compat === '4' || more.basic === true);
  return new Refusal(
    status,
    { error, ...texts, ...hint },
    { Pragma: 'no-cache', ...(challenged ? { 'WWW-Authenticate': 'Basic realm="OAuth"' } : {}) },
  );
}
