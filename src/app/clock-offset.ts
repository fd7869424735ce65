import * as v from 'valibot';
import { findOffset, trustOffset } from '#kit/date.ts';
import { keepObject, OFFSET_KEY, readObject } from './stored-facts.ts';

const Offset = v.object({ zone: v.string(), aheadMs: v.number(), from: v.number(), until: v.number() });

/** The first screen goes by what the last start has found. */
export function restoreOffset(): void {
  const stored = v.safeParse(Offset, readObject(OFFSET_KEY));
  trustOffset(stored.success ? stored.output : null);
}

/** Looks again, for this start and the next one: laws change, and so do firms. */
export function refreshOffset(zone: string, now: number): void {
  const found = findOffset(zone, now);
  trustOffset(found);
  keepObject(OFFSET_KEY, found);
}
