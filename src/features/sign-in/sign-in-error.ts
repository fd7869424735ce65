import type { Problem } from '#api/problem.ts';
import { texts } from './texts.ts';

/** How the Passport generations name a wrong password and a blocked account alike. */
const WRONG = new Set(['invalid_grant', 'invalid_credentials']);

/** What the error line of the login screen says. What has no words of ours is told in the server's own. */
export function signInError({ kind, code, message }: Problem): string {
  switch (kind) {
    case 'offline':
    case 'timeout':
    case 'foreign':
      return texts.noConnectionWhy;
    case 'throttled':
      return texts.throttled;
    case 'unavailable':
    case 'server':
      return texts.serverFailed;
    default:
      return WRONG.has(code) || message === '' ? texts.wrong : message;
  }
}

/** The session keeps a bare code; a code that means a wrong password is told in words. */
export function storedAuthError(code: string): string {
  return WRONG.has(code) ? texts.wrong : code;
}
