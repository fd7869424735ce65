/** What may come in place of the answer to a call, and what it proves of it. */
import { type Endpoint, isRepeatable } from '#contract/endpoint.ts';
import { sampleReply } from './sample-reply.ts';

/** What the caller sees: `refused`: nothing was done; `unknown`: it is read back before anything is told. */
export type Seen = 'done' | 'refused' | 'unknown';

type AnswerRow = {
  name: string;
  /** Throws where no answer comes. */
  respond: (endpoint: Endpoint) => Response;
  seen: (endpoint: Endpoint) => Seen;
};

/** What a hotel's network answers before the sign-in there. */
const SENTENCE = 'Please log in to the hotel network';
const PAGE = '<!doctype html><title>Вход</title>';

const typed = (status: number, type: string, text: string) =>
  new Response(text, { status, headers: { 'content-type': type } });
const json = (status: number, body: unknown = { message: `Answered ${status}` }) =>
  typed(status, 'application/json', JSON.stringify(body));
const html = (status: number, text = PAGE) => typed(status, 'text/html; charset=UTF-8', text);

const always = (name: string, seen: Seen, respond: () => Response): AnswerRow => ({
  name,
  respond,
  seen: () => seen,
});

/** [S31] Told without JSON: believed of what can be asked again. */
const withoutJson = (status: number): AnswerRow => ({
  name: `${status} as HTML`,
  respond: () => html(status),
  seen: endpoint => (isRepeatable(endpoint) ? 'refused' : 'unknown'),
});

const proves = (proof: 'word' | 'empty', name: string, text: string): AnswerRow => ({
  name,
  respond: () => html(200, text),
  seen: ({ succeedsBy }) => (succeedsBy?.includes(proof) ? 'done' : 'unknown'),
});

/** Of a success without JSON: by these a backend that has echoed keys proves nothing. */
export const WITHOUT_JSON: readonly AnswerRow[] = [
  proves('word', '200 1', '1'),
  proves('word', '200 success', 'success'),
  proves('empty', '200 empty', ''),
];

export const ANSWERS: readonly AnswerRow[] = [
  // The token is renewed, and refused again.
  always('401', 'refused', () => json(401)),
  always('403', 'refused', () => json(403)),
  always('404', 'refused', () => json(404)),
  always('422', 'refused', () => json(422, { message: 'Invalid', errors: { name: ['Занято'] } })),
  always('429', 'refused', () => json(429)),
  always('500', 'unknown', () => json(500)),
  always('500 as HTML', 'unknown', () => html(500)),
  always('503', 'refused', () => json(503)),
  always('none', 'unknown', () => {
    throw new TypeError('no reception');
  }),
  always('200 unreadable', 'unknown', () => typed(200, 'application/json', '{"status":"success","id":')),
  always('200 HTML', 'unknown', () => html(200)),
  always('200 text', 'unknown', () => html(200, SENTENCE)),
  {
    name: '200 {}',
    respond: () => json(200, {}),
    // RFC 7009: the answer to a revocation has no content.
    seen: ({ succeedsBy }) => (succeedsBy?.includes('json') ? 'done' : 'unknown'),
  },
  {
    name: '201',
    respond: endpoint => (endpoint.status === 204 ? html(201, '') : json(201, sampleReply(endpoint))),
    seen: () => 'done',
  },
  always('401 as HTML', 'refused', () => html(401)),
  withoutJson(403),
  withoutJson(404),
  always('422 as HTML', 'unknown', () => html(422)),
  always('429 as text', 'refused', () => html(429, 'Too Many Attempts.')),
  always('503 as HTML', 'unknown', () => html(503)),
  always('200 plain text', 'unknown', () => typed(200, 'text/plain', SENTENCE)),
  always('200 null', 'unknown', () => json(200, null)),
  {
    name: '202',
    respond: endpoint => json(202, sampleReply(endpoint)),
    // A reading has nothing to prove.
    seen: ({ succeedsBy }) => (succeedsBy ? 'unknown' : 'done'),
  },
  ...WITHOUT_JSON,
];
