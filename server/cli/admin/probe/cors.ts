/** Whether a browser would let the page of another origin talk with a backend. */
import { getUser, obtainToken } from '#contract/session.ts';
import { look, type Probing } from './conversation.ts';
import { type Heard, isShared } from './read-answer.ts';

/** What the app cannot do without on another origin; the others make it better. */
const NEEDED_HEADERS = ['authorization', 'content-type', 'x-requested-with'];

/** Headers of answers that a page of another origin sees only if they are exposed. */
const EXPOSED_HEADERS = ['retry-after', 'idempotency-status', 'etag'];

type Question = { path: string; what: string; method?: 'GET' | 'PUT' | 'DELETE'; header?: string };

/** Each is its own question, because backends refuse all or nothing. */
const QUESTIONS = {
  signIn: { path: obtainToken.path, what: 'вход' },
  api: { path: getUser.path, what: 'вызовы /api' },
  policies: { path: '/abac/getPolicies', what: 'политики', method: 'GET' },
  credentials: { path: '/oauth/clients', what: 'приложения и токены', method: 'GET' },
  keys: { path: getUser.path, what: 'Idempotency-Key', header: 'idempotency-key' },
  /** Saving a receipt over a version that was seen. */
  versions: { path: getUser.path, what: 'If-Match', header: 'if-match' },
  tags: { path: getUser.path, what: 'If-None-Match', header: 'if-none-match' },
  put: { path: '/api/enter/1', what: 'метод PUT', method: 'PUT' },
  delete: { path: '/oauth/clients', what: 'метод DELETE', method: 'DELETE' },
} satisfies Record<string, Question>;

/** What a browser lets the page do. `hidden`: headers of answers that the page would not see. */
export type CorsFacts = Record<keyof typeof QUESTIONS, boolean> & { hidden: string[] };

/** `answer`: one that the page got, to see which of its headers a page on another origin could not read. */
export async function probeCors(
  probing: Probing,
  pageOrigin: string,
  answer: Heard | undefined,
): Promise<CorsFacts> {
  const allowed: Record<string, boolean> = {};
  for (const [name, question] of Object.entries<Question>(QUESTIONS)) {
    allowed[name] = false;
    await look(probing, { name: 'CORS', path: question.path }, preflight(question, pageOrigin), heard => {
      allowed[name] = isLetThrough(heard, question, pageOrigin);
      return `CORS, ${question.what}: ${allowed[name] ? 'можно' : 'нельзя'}`;
    });
  }
  // Every question has been asked.
  return { ...(allowed as Omit<CorsFacts, 'hidden'>), hidden: answer ? hiddenHeaders(answer) : [] };
}

const headersOf = ({ header }: Question) => (header ? [...NEEDED_HEADERS, header] : NEEDED_HEADERS);

/** What a browser asks before the real request. */
function preflight(question: Question, pageOrigin: string) {
  const headers = {
    Origin: pageOrigin,
    'Access-Control-Request-Method': question.method ?? 'POST',
    'Access-Control-Request-Headers': headersOf(question).join(','),
  };
  return { method: 'OPTIONS', path: question.path, headers } as const;
}

/** Whether a preflight lets the request through; redirects and errors never do. */
function isLetThrough(heard: Heard, question: Question, pageOrigin: string): boolean {
  if (heard.status < 200 || heard.status > 299 || !isShared(heard, pageOrigin)) return false;
  const { method = 'POST' } = question;
  const methods = namesIn(heard, 'access-control-allow-methods');
  const isSimple = method === 'GET' || method === 'POST';
  if (!isSimple && !methods.has('*') && !methods.has(method.toLowerCase())) return false;
  const allowed = namesIn(heard, 'access-control-allow-headers');
  // `*` never stands for Authorization.
  return headersOf(question).every(
    name => allowed.has(name) || (allowed.has('*') && name !== 'authorization'),
  );
}

function hiddenHeaders(answer: Heard): string[] {
  const exposed = namesIn(answer, 'access-control-expose-headers');
  return exposed.has('*') ? [] : EXPOSED_HEADERS.filter(name => !exposed.has(name));
}

function namesIn({ headers }: Heard, header: string): Set<string> {
  return new Set((headers.get(header) ?? '').split(',').map(name => name.trim().toLowerCase()));
}
