import * as v from 'valibot';
import * as ru from '../messages/ru.ts';
import { eachRule, type Rule, rule } from '../rule.ts';
import type { RuleParams } from '../rule-params.ts';

const Ip = {
  4: v.pipe(v.string(), v.ipv4()),
  6: v.pipe(v.string(), v.ipv6()),
  any: v.pipe(v.string(), v.ip()),
};
const Url = v.pipe(v.string(), v.url());
const Card = v.pipe(v.string(), v.creditCard());
/** Mir, which valibot does not know. */
const MIR = /^220[0-4]\d{12,15}$/;

/** An IP address of the version. */
export function ip<Input>(version: RuleParams['ip'][0] = 4): Rule<Input> {
  return eachRule('ip', [version], ru.ip, item => v.is(Ip[version], item));
}

/** An IP address of either version, or a full domain name. */
export function ipOrFqdn<Input>(): Rule<Input> {
  return eachRule('ip_or_fqdn', [], ru.ip_or_fqdn, isHost);
}

/** Labels of letters, digits and inner hyphens; the last has letters, or is one in punycode. */
const FQDN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]*[a-z\d])$/iu;
const LABEL_MAX = 63;
const DOMAIN_MAX = 253;

function isHost(value: unknown): boolean {
  return v.is(Ip.any, value) || (typeof value === 'string' && isDomain(value));
}

/** Domains of any script; how long they are is counted in the form in which they travel. */
function isDomain(text: string): boolean {
  if (!FQDN.test(text) || !v.is(Url, `http://${text}`)) return false;
  const { hostname } = new URL(`http://${text}`);
  return hostname.length <= DOMAIN_MAX && hostname.split('.').every(label => label.length <= LABEL_MAX);
}

const PROTOCOL = /^(?:https?|ftp):\/\//i;
/** User info before a host. Only behind a protocol: mailto:a@b.ru would look the same. */
const USER = /^[^/?#@]*@/;
/** The host, before a port and what stands behind it. */
const HOST = /^(\[[^\]]*\]|[^/?#:@]*)(?::\d+)?(?:[/?#]|$)/;
const URL_MAX = 2083;

/** A web address at a domain or an IP; without http://, https:// or ftp:// unless 'require_protocol' is given. */
export function url<Input>(protocol: RuleParams['url'][0] = 'any_protocol'): Rule<Input> {
  return eachRule('url', [protocol], ru.url, item => typeof item === 'string' && isUrl(item, protocol));
}

function isUrl(text: string, protocol: RuleParams['url'][0]): boolean {
  if (text.length > URL_MAX || /[\s<>\\]/.test(text)) return false;
  if (!PROTOCOL.test(text)) return protocol === 'any_protocol' && isUrlAfterProtocol(text);
  return isUrlAfterProtocol(text.replace(PROTOCOL, '').replace(USER, ''));
}

function isUrlAfterProtocol(address: string): boolean {
  const host = HOST.exec(address)?.[1] ?? '';
  return isHost(host.replace(/^\[(.*)\]$/, '$1')) && v.is(Url, `http://${address}`);
}

/** A number of a bank card, with or without spaces or dashes; only its form and check digit are looked at. */
export function creditCard<Input>(): Rule<Input> {
  return rule('credit_card', [], ru.credit_card, value => isCard(String(value)));
}

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  return v.is(Card, text) || (MIR.test(digits) && v._isLuhnAlgo(digits));
}
