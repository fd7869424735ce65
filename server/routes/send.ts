/** An answer on its way out: as text or as the bytes that are kept, compressed where that is asked for. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import type { Answer } from '../commands/idempotency.ts';
import type { AppEnv } from './app-env.ts';

const NO_CONTENT = 204;

/** Smaller than this a body is not worth compressing. */
const COMPRESSED_FROM_BYTES = 1024;

const compress = promisify(gzip);

type Sent = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** Of what is sent compressed to who asks for that, said whatever came of it. */
export const VARY = { Vary: 'Accept-Encoding' };

export const JSON_TYPE = { 'content-type': 'application/json' };

/** A reply that the database has written as JSON. Its columns are named, and tests hold it to its contract. */
export class WrittenReply {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

export function writeReply(reply: unknown): string {
  return reply instanceof WrittenReply ? reply.json : JSON.stringify(reply);
}

/** A success in JSON, or without a body, as bytes: what is stored under a key is what is sent. */
export function answerOf(endpoint: Endpoint, reply: unknown): Answer {
  const status = successStatus(endpoint);
  if (status === NO_CONTENT) return { status, headers: {}, body: new Uint8Array() };
  return { status, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(reply)) };
}

/** With its length nobody takes half an answer for a whole one. */
export async function send(c: Context<AppEnv>, { status, headers, body }: Sent): Promise<Response> {
  if (status === NO_CONTENT) return respond(c, null, status, headers);
  const bytes = Buffer.byteLength(body);
  const isLarge = bytes >= COMPRESSED_FROM_BYTES;
  const vary = isLarge ? VARY : {};
  if (!isLarge || c.req.method === 'HEAD' || !takesGzip(c.req.header('accept-encoding'))) {
    return respond(c, body, status, { ...headers, ...vary, 'content-length': String(bytes) });
  }
  // A book of 5,000 contacts is 1.3 MB as text. In a thread of its own: others are answered meanwhile.
  const small = await compress(body);
  const length = { 'content-length': String(small.byteLength), 'content-encoding': 'gzip' };
  return respond(c, small, status, { ...headers, ...vary, ...length });
}

/** With what every answer says. */
export function respond(
  c: Context<AppEnv>,
  body: string | Uint8Array | null,
  status: number,
  own: Record<string, string>,
): Response {
  c.set('hasCommonHeaders', true);
  const headers = { ...c.get('commonHeaders'), ...own };
  // The type wants to know that no other thread shares these bytes.
  return new Response(body as string | Uint8Array<ArrayBuffer> | null, { status, headers });
}

function takesGzip(header: string | undefined): boolean {
  return header !== undefined && parseAccept(header).some(({ type, q }) => type === 'gzip' && q > 0);
}
