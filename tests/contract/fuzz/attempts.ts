/** A call with something wrong in it, as data: what is sent, and what must not come back. */
import fc from 'fast-check';
import { type Endpoint, requestParts } from '#contract/endpoint.ts';
import type { Input } from '../successes.ts';
import { valuesOf, type Words } from './arbitrary.ts';
import { hostileAuthorization, hostileHead, hostileQuery, hostileSegment, rawBody } from './hostile.ts';
import { type Mutation, mutatedForm, mutatedJson, mutations } from './mutations.ts';

export type Attempt = {
  address: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | string | undefined;
  /** Whether the address may lead somewhere else than to the endpoint. */
  isOtherAddress: boolean;
};

/** What every secret of an attempt holds, wherever it stands. */
export const MARKER = 'Zq7mArKeRs3cReT';

const SECRET = /password|secret|verifier|^(refresh_)?token$|^code$|^access/;

/** A secret of its own for a field that is named like one; numbers of requests are called codes too. */
export function secretOf(name: string): string | undefined {
  return SECRET.test(name) ? `${MARKER}-${name.replaceAll('_', '-')}` : undefined;
}

type Asked = { endpoint: Endpoint; input: Input; words: Words; authorization: Record<string, string> };

/** The call that is known to succeed, with nothing wrong in it. */
export function validAttempt({ endpoint, input, authorization }: Omit<Asked, 'words'>): Attempt {
  const parts = requestParts(endpoint, { ...Object(input) });
  const content = said(endpoint, parts.body, []);
  return {
    ...addressOf(endpoint, parts, { segment: undefined, query: '' }),
    method: endpoint.method,
    body: endpoint.method === 'GET' ? undefined : content.body,
    headers: { ...authorization, ...headersOf(content) },
  };
}

/** Attempts at one endpoint, made from its schema and from a call of it that is known to succeed. */
export function attemptsAt({ endpoint, input, words, authorization }: Asked): fc.Arbitrary<Attempt> {
  return fc
    .record({
      input: fc.oneof(fc.constant(input), valuesOf(endpoint.input, words, secretOf)),
      changes: mutations,
      raw: seldom(6, rawBody, undefined),
      segment: seldom(4, hostileSegment, undefined),
      query: seldom(4, hostileQuery, ''),
      head: seldom(3, hostileHead, {}),
      stranger: seldom(12, fc.record({ authorization: hostileAuthorization }), {}),
      key: seldom(3, fc.record({ 'idempotency-key': fc.uuid() }), {}),
    })
    .map(({ input: chosen, changes, raw, segment, query, head, stranger, key }) => {
      const parts = requestParts(endpoint, { ...Object(chosen) });
      const content = raw ?? said(endpoint, parts.body, changes);
      return {
        ...addressOf(endpoint, parts, { segment, query }),
        method: endpoint.method,
        body: endpoint.method === 'GET' ? undefined : content.body,
        headers: { ...authorization, ...stranger, ...key, ...head, ...headersOf(content) },
      };
    });
}

/** Once in so many times; else what is usual. */
function seldom<Odd, Usual>(times: number, odd: fc.Arbitrary<Odd>, usual: Usual): fc.Arbitrary<Odd | Usual> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}

function addressOf(
  endpoint: Endpoint,
  parts: { path: string; query: Record<string, string> },
  { segment, query }: { segment: string | undefined; query: string },
): Pick<Attempt, 'address' | 'isOtherAddress'> {
  const isOtherAddress = endpoint.path.includes(':') && segment !== undefined;
  const path = isOtherAddress ? endpoint.path.replace(/:\w+/, () => segment) : parts.path;
  const search = [new URLSearchParams(parts.query).toString(), query].filter(Boolean).join('&');
  return { address: search ? `${path}?${search}` : path, isOtherAddress };
}

function headersOf({ type, encoding }: { type?: string | undefined; encoding?: string }) {
  return {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
}

function said(
  endpoint: Endpoint,
  body: Input,
  changes: readonly Mutation[],
): { body: string; type: string; encoding?: string } {
  return endpoint.encoding === 'form'
    ? { body: mutatedForm(body, changes), type: 'application/x-www-form-urlencoded' }
    : { body: mutatedJson(body, changes), type: 'application/json' };
}
