import type { Deps } from '../db/deps.ts';
import type { Issued, TokenRequest } from './grants/ask-library.ts';
import { exchangeCode } from './grants/code.ts';
import { signIn } from './grants/password.ts';
import { refresh } from './grants/refresh.ts';
import { refuseToken } from './passport.ts';

type TokenReply = {
  token_type: 'Bearer';
  expires_in: number;
  access_token: string;
  refresh_token: string;
  /** What an application was granted. */
  scope?: string;
};

const GRANTS = new Map([
  ['refresh_token', refresh],
  ['authorization_code', exchangeCode],
]);

/** POST /oauth/token: password, refresh and authorization code. Refusals are thrown in Passport's shapes. */
export async function obtainTokens(
  deps: Deps,
  request: TokenRequest,
): Promise<{ reply: TokenReply; device: string | undefined }> {
  const grant = GRANTS.get(request.form.grant_type ?? '') ?? signIn;
  const outcome = await grant(deps, request);
  if (!outcome.ok) throw refuseToken(outcome.failure, deps.config.passportCompat, outcome);
  return { reply: replyOf(deps, outcome), device: outcome.device };
}

function replyOf({ clock }: Deps, outcome: Issued): TokenReply {
  const { accessToken, refreshToken, accessExpiresAt, scopes } = outcome.pair;
  return {
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((accessExpiresAt - clock()) / 1000)),
    access_token: accessToken,
    refresh_token: refreshToken,
    ...(outcome.tellsScope ? { scope: scopes.join(' ') } : {}),
  };
}
