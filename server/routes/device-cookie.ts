/** Where a known device carries its mark: only to where a password is asked for, and out of reach of any script. */
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { DAY_MS, SECOND_MS } from '#kit/clock.ts';
import type { AppConfig } from '../db/deps.ts';
import type { AppEnv } from './app-env.ts';
import { isSecure } from './headers.ts';

const NAME = 'device';
const KEPT_S = (365 * DAY_MS) / SECOND_MS;

export function readMark(c: Context<AppEnv>): string | undefined {
  return getCookie(c, NAME);
}

export function markCookie(c: Context<AppEnv>, config: AppConfig, mark: string): Record<string, string> {
  const secure = isSecure(c, config);
  const options = { path: '/oauth', httpOnly: true, sameSite: 'Strict', maxAge: KEPT_S, secure } as const;
  return { 'set-cookie': generateCookie(NAME, mark, options) };
}
