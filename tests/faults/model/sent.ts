import type { Entry } from '#storage/outbox-db.ts';
import type { BrowserContext } from './browser-context.ts';

/** An answer as it leaves the server, or whoever pretends to be it. `isOurs`: our API made it. */
export type Reply = { status: number; body: string; headers: Record<string, string>; isOurs: boolean };

/** What an answer proves about the write that it answers ([S11]). */
export type Proof = 'success' | 'refused' | 'not-applied' | 'nothing';

/** A request from the moment it left, with everything that became of it. */
export type Sent = {
  id: number;
  browserContext: BrowserContext;
  method: string;
  path: string;
  body: string;
  json: Record<string, unknown>;
  token: string;
  /** Whose token it is; null for a token of nobody. */
  subject: number | null;
  key: string | null;
  tag: string | null;
  leftAt: number;
  /** The entry as it stood on the disk when this left; null for what sends no entry. */
  entry: Entry | null;
  /** The context was late when it left. */
  wasLate: boolean;
  /** Carried out by the server long after the connection was lost. */
  isLate: boolean;
  /** null while the phone waits; `lost`: it was told that nothing came. */
  heard: Heard | null;
};

export type Heard = { order: number; at: number; reply: Reply | null; proof: Proof };

/** Judges an answer to a write as the rules do. */
export function proofOf(reply: Reply | null): Proof {
  if (!reply?.isOurs) return 'nothing';
  const { status, headers } = reply;
  if (status >= 200 && status < 300) return 'success';
  if ([401, 425, 429, 503].includes(status)) return 'not-applied';
  if (status === 409 && headers['Retry-After']) return 'nothing';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'nothing';
}
