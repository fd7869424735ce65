/** The double-entry of the bench: every key that was sent, and what became of it. */
import type { Shot } from './fire.ts';

export type Ledger = {
  sent: (key: string, shot: Shot) => void;
  answered: (key: string, status: number) => void;
  /** Sends again what was never answered, as a phone would, until everything is. */
  settle: (origin: string) => Promise<void>;
  /** Keys that were accepted. Each must be exactly one row. */
  accepted: () => number;
  /** Keys whose last answer was a refusal that is no word about later. */
  refused: () => number;
};

const TRIES = 50;

export function openLedger(): Ledger {
  const waiting = new Map<string, Shot>();
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const answered = (key: string, status: number) => {
    if (status === 200) accepted.add(key);
    // Told to come again: it is still to be sent.
    if (isForLater(status)) return;
    waiting.delete(key);
    if (status !== 200) refused.add(key);
  };
  return {
    sent: (key, shot) => void waiting.set(key, shot),
    answered,
    async settle(origin) {
      for (let attempt = 0; waiting.size > 0 && attempt < TRIES; attempt += 1) {
        for (const [key, { path, method, headers, body }] of [...waiting]) {
          const answer = await fetch(origin + path, { method, headers, body: body ?? null });
          await answer.arrayBuffer();
          answered(key, answer.status);
        }
      }
      if (waiting.size > 0) throw new Error(`${waiting.size} keys were never answered`);
    },
    accepted: () => accepted.size,
    refused: () => refused.size,
  };
}

export function isForLater(status: number): boolean {
  return status === 503 || status === 429 || status === 409 || status === 408;
}
