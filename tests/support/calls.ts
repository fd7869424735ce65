/** Short ways to call a test server. */
import type { TestServer } from './server.ts';

/** Whatever answers calls: the server in process, or one behind a socket. */
export type Answering = Pick<TestServer, 'fetch'>;

export type Called = {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; tests look into it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it checks
  body: any;
};

async function read(response: Response): Promise<Called> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text !== '' ? JSON.parse(text) : undefined,
  };
}

export async function get(server: Answering, path: string, headers: Record<string, string> = {}) {
  return read(await server.fetch(path, { headers }));
}

export async function post(
  server: Answering,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  return read(await server.fetch(path, { ...init, body: JSON.stringify(body) }));
}

export async function postForm(
  server: Answering,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return read(await server.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) }));
}

/** Any method, with a body in JSON where there is one. */
export async function send(
  server: Answering,
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
) {
  const init = { method, headers: { 'content-type': 'application/json', ...headers } };
  return read(await server.fetch(path, body === undefined ? init : { ...init, body: JSON.stringify(body) }));
}
