import { type Endpoint, successStatus } from '#contract/endpoint.ts';

/** What each refusal means, for /openapi.json. */
export const REFUSALS: Readonly<Record<number, string>> = {
  304: 'Unchanged since the tag in If-None-Match',
  400: 'The body, or a header, cannot be read',
  401: 'Nobody known is calling',
  403: 'The caller, or their token, may not do this',
  404: 'There is no such thing among those that the caller may name',
  409: 'Something else is changing the same thing: try again',
  412: 'Changed since the version in If-Match',
  413: 'The body is larger than this call takes',
  415: 'The body is not of the media type that this call takes',
  422: 'What was sent is refused, by field; or the Idempotency-Key was used for something else',
  429: 'Too many attempts: wait for Retry-After',
  503: 'Unavailable for the moment, and nothing was done: wait for Retry-After',
  504: 'Perhaps done: ask again, what changes something under the same Idempotency-Key',
};

/** Every status but the success that a call may be answered with. A failure of ours (500) is never meant. */
export function refusalsOf(endpoint: Endpoint): number[] {
  const { guard, method, path, conditional, revalidates } = endpoint;
  const isGuarded = guard !== 'public' && guard !== 'client';
  const hasBody = method !== 'GET';
  return [
    ...(revalidates ? [304] : []),
    ...(hasBody ? [400, 413] : []),
    ...(isGuarded || guard === 'client' ? [401] : []),
    ...(isGuarded ? [403] : []),
    // A body names things as well as an address does.
    ...(isGuarded && (hasBody || path.includes(':')) ? [404] : []),
    ...(hasBody ? [409] : []),
    ...(conditional ? [412] : []),
    ...(hasBody ? [415] : []),
    ...(hasRefusableInput(endpoint) ? [422] : []),
    ...(guard === 'client' ? [429] : []),
    ...[503, 504],
  ];
}

/** Any page is a page, and a form has its own refusal. */
function hasRefusableInput({ method, encoding, query = [] }: Endpoint): boolean {
  return (method !== 'GET' && encoding !== 'form') || query.some(name => name !== 'page');
}

export function statusesOf(endpoint: Endpoint): number[] {
  return [successStatus(endpoint), ...refusalsOf(endpoint)];
}
