import type { Observable, Subscription } from 'dexie';
import { deferred } from '#kit/deferred.ts';

/** What nobody shows by then is not read any longer: what was read ahead, or for something that was not drawn after all. */
const UNUSED_MS = 10_000;

/** A reading that goes on without anybody who shows it, and has its last value for whoever comes. */
export type SharedReading<Value> = {
  /** Resolves with the first value, or when reading has failed; not where the database was closed meanwhile. */
  hasBegun: Promise<void>;
  hasValue(): boolean;
  getValue(): Value;
  /** After the last who has shown it, or when it has failed: whoever comes then begins anew. */
  hasEnded(): boolean;
  subscribe(onValue: (value: Value) => void, onError?: (error: unknown) => void): () => void;
};

/** Begins to read `source` at once. */
export function shareReading<Value>(source: Observable<Value>): SharedReading<Value> {
  const listeners = new Set<(last: Outcome<Value>) => void>();
  const begun = deferred();
  let last: Outcome<Value> | null = null;
  let subscription: Subscription | null = null;
  const publish = (outcome: Outcome<Value>) => {
    last = outcome;
    begun.resolve();
    for (const listener of listeners) listener(outcome);
  };
  const begin = () => {
    subscription ??= source.subscribe(
      value => publish({ value }),
      error => publish({ error }),
    );
  };
  const end = () => {
    if (listeners.size > 0) return;
    subscription?.unsubscribe();
    subscription = null;
  };
  begin();
  setTimeout(end, UNUSED_MS);
  return {
    hasBegun: begun.promise,
    hasValue: () => last !== null && 'value' in last,
    getValue: () => (last as { value: Value }).value, // there is one: `hasValue` was asked
    hasEnded: () => subscription === null || (last !== null && 'error' in last),
    subscribe(onValue, onError) {
      const listener = (outcome: Outcome<Value>) =>
        'value' in outcome ? onValue(outcome.value) : onError?.(outcome.error);
      listeners.add(listener);
      if (last) listener(last);
      // Whoever took it just before it ended.
      begin();
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}

type Outcome<Value> = { value: Value } | { error: unknown };
