import type { Poison, Seeded } from './dist-server.ts';

const scriptOf =
  (body: string): Poison =>
  file => ({ ...file, body });

/** What a proxy, a portal or a broken connection puts in the place of a file, with status 200. */
export const WRONG_ANSWERS: Readonly<Record<string, Poison>> = {
  html: () => ({ type: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  json: () => ({ type: 'application/json', body: '{"error":"login"}' }),
  nothing: scriptOf(''),
  'JSON as a script': scriptOf('{}'),
  cut: file => ({ ...file, body: bytesOf(file).subarray(0, bytesOf(file).length >> 1) }),
  'one byte changed': file => ({ ...file, body: withOneOtherByte(bytesOf(file)) }),
};

function bytesOf({ body }: Seeded): Buffer {
  return Buffer.from(body);
}

/** A letter of the last word, so that a script may still be one. */
function withOneOtherByte(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const at = text.search(/\w(?=\W*$)/);
  return Buffer.from(`${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`, 'latin1');
}
