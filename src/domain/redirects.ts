/** The redirect URIs of an OAuth client, separated by commas. */
import { failure, type Result, success } from '#kit/result.ts';
import { parseUrl } from './parse-url.ts';

export type RedirectFault = {
  name: 'none' | 'notAnAddress' | 'unsafe' | 'fragment' | 'credentials' | 'tooMany';
  address: string;
};

const ADDRESSES_MAX = 10;
/** Characters that browsers drop, reorder or do not show, and wildcards. */
const HIDDEN = /[\s\\*\p{C}]/u;
/** Browsers parse almost anything as a URL; this one is compared as a text, so it must be written in full. */
const WITH_HOST = /^[a-z]+:\/\/[^/?#]/i;
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/;
const CREDENTIALS = /^[a-z]+:\/\/[^/?#]*@/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The addresses, or what is wrong with the first bad one. Nothing is changed in them: they are compared as texts. */
export function readRedirects(text: string): Result<string[], RedirectFault> {
  const addresses = text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
  if (addresses.length === 0) return failure({ name: 'none', address: '' });
  if (addresses.length > ADDRESSES_MAX)
    return failure({ name: 'tooMany', address: addresses[ADDRESSES_MAX] ?? '' });
  for (const address of addresses) {
    const name = faultOf(address);
    if (name) return failure({ name, address });
  }
  return success(addresses);
}

/** A code sent without encryption can be read by anybody on the way: https, or this very machine. */
function faultOf(address: string): RedirectFault['name'] | undefined {
  const url = parseUrl(address);
  if (!url || HIDDEN.test(address) || !WITH_HOST.test(address) || !HOST.test(url.hostname))
    return 'notAnAddress';
  if (address.includes('#')) return 'fragment';
  if (CREDENTIALS.test(address)) return 'credentials';
  const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  return isLocal || url.protocol === 'https:' ? undefined : 'unsafe';
}

const WORDS: Record<RedirectFault['name'], (address: string) => string> = {
  none: () => 'Укажите хотя бы один адрес',
  notAnAddress: address => `Это не адрес: ${address}. Нужен полный, например https://example.com/callback`,
  unsafe: address => `Адрес должен начинаться с https:// (http:// можно только для localhost): ${address}`,
  fragment: address => `В адресе не может быть решетки #: ${address}`,
  credentials: address => `В адресе не может быть имени и пароля: ${address}`,
  tooMany: () => `Адресов может быть не больше ${ADDRESSES_MAX}`,
};

/** The message for whoever entered the addresses: which one is wrong, and why. */
export function redirectWords({ name, address }: RedirectFault): string {
  return WORDS[name](address);
}
