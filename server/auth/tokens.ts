import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/clock.ts';

export const ACCESS_MS = HOUR_MS;
export const REFRESH_MS = 30 * DAY_MS;
export const FAMILY_MS = 180 * DAY_MS;
/** A personal token is not refreshed. */
export const PERSONAL_MS = 365 * DAY_MS;
/** How long the immediate predecessor of a refresh token is answered with the same successor. */
export const GRACE_MS = MINUTE_MS;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token or a client secret: both are long random texts, so no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sealingKey(token: string, family: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, family, 'successor of a refresh token', 32));
}

/** Seals a text so that only the holder of `token` can read it: a leaked database reveals no token. */
export function seal(text: string, token: string, family: string): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(token, family), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function unseal(sealed: Uint8Array, token: string, family: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token, family), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
