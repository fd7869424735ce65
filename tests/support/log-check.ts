/** What no line of the log may hold: every test server looks at its own when it is closed. */
import { CLIENT, TEST_PASSWORD } from './fixture.ts';

/** By what it is. Digits of ids and letters of request ids stand between other signs, and are none of these. */
const PERSONAL: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an e-mail', /[^\s"@]+@[\w-]+\.[a-z]{2,}/i],
  ['a phone', /(?<![\w-])(\+?[78])?\d{10}(?![\w-])|\+7[\s(]/],
  ['a token', /(?<![\w-])[\w-]{43}(?![\w-])|Bearer\s+\w/],
  ['a hash', /\$(argon2|2[aby])|(?<![\w-])[0-9a-f]{64}(?![\w-])/],
  ['a password', new RegExp(TEST_PASSWORD)],
  ['the client secret', new RegExp(CLIENT.client_secret)],
  ['a name or a text of somebody', /[а-яё]{2,}/i],
  ['a statement', /\b(select|insert into|update|delete from)\b.+\b(from|set|values|where)\b/i],
];

/** What of it stands in these lines, with the line. */
export function personalIn(lines: readonly unknown[]): string[] {
  return lines.flatMap(line => {
    const text = JSON.stringify(line);
    return PERSONAL.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${what}: ${text}`);
  });
}
