import { withoutInvisible } from './invisible.ts';

/** An e-mail as it is compared and stored: small letters, and nothing around or in it that is not seen. */
export function normaliseEmail(text: string): string {
  return withoutInvisible(text).trim().toLowerCase();
}
