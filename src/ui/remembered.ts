import { useCallback, useMemo, useSyncExternalStore } from 'react';

const PREFIX = 'application.remembered.';

/** What the browser refused to keep (its room is full): good for as long as the page lives. */
const memoryOnly = new Map<string, string>();
const listeners = new Set<() => void>();

/** The kept value and what replaces it; a function gets the newest value, also from a stale render. */
export type Remembered<Value> = readonly [Value, (next: Value | ((before: Value) => Value)) => void];

/**
 * A choice of the user that this device remembers, e.g. the columns of a table: JSON in the local storage, the same
 * in every component and tab that names `key`. `parse` judges what was kept (an older version may have kept it) and
 * answers undefined when it is of no use: then `initial` holds. Declare both outside the component. Never for
 * what the server said about people: signing out does not forget it.
 */
export function useRemembered<Value>(
  key: string,
  parse: (kept: unknown) => Value | undefined,
  initial: Value,
): Remembered<Value> {
  const kept = useSyncExternalStore(subscribe, () => read(key));
  const value = useMemo(() => parseKept(kept, parse) ?? initial, [kept, parse, initial]);
  const remember = useCallback(
    (next: Value | ((before: Value) => Value)) => {
      const before = parseKept(read(key), parse) ?? initial;
      // A value that is a function itself cannot be kept as JSON, so a function is always the way to the next one.
      write(key, next instanceof Function ? next(before) : next);
    },
    [key, parse, initial],
  );
  return [value, remember];
}

/** The same outside of a component; undefined where nothing of use was kept. */
export function readRemembered<Value>(
  key: string,
  parse: (kept: unknown) => Value | undefined,
): Value | undefined {
  return parseKept(read(key), parse);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

function read(key: string): string | null {
  return memoryOnly.get(key) ?? localStorage.getItem(PREFIX + key);
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memoryOnly.delete(key);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    memoryOnly.set(key, text);
  }
  for (const onChange of listeners) onChange();
}

function parseKept<Value>(kept: string | null, parse: (kept: unknown) => Value | undefined) {
  if (kept === null) return undefined;
  try {
    return parse(JSON.parse(kept));
  } catch {
    // Cut off or written by hand: as good as never kept.
    return undefined;
  }
}
