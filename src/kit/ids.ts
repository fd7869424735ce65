import { fingerprint } from './hash.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A fresh random id (uuid, version 4); works on plain-http origins too, where randomUUID does not exist. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const HEX = 16;

/** The id of a content (uuid, version 8): the same text always gives the same one. */
export function contentId(text: string): string {
  // A fingerprint has 53 bits: ten sure digits each, and different words before the text make them independent.
  const hex = ['a', 'b', 'c', 'd']
    .map(salt =>
      Number.parseInt(fingerprint(`${salt}|${text}`), 36)
        .toString(HEX)
        .padStart(14, '0')
        .slice(-8),
    )
    .join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Whether the text is an id made here, as against a number given by the server. */
export function isLocalId(text: string): boolean {
  return UUID.test(text);
}
