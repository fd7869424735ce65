import { useCallback, useState } from 'react';

/** A choice about looks that outlives the page, kept under `application.<key>` on this device. Nothing personal. */
export function useRemembered<Value>(
  key: string,
  parse: (stored: unknown) => Value,
): [value: Value, remember: (value: Value) => void] {
  const place = `application.${key}`;
  const [held, setHeld] = useState(() => ({ place, value: parse(read(place)) }));
  const current = held.place === place ? held : { place, value: parse(read(place)) };
  const remember = useCallback(
    (value: Value) => {
      setHeld({ place, value });
      write(place, value);
    },
    [place],
  );
  return [current.value, remember];
}

function read(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return null; // unreadable or forbidden: as if nothing had been chosen
  }
}

function write(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // No room, or forbidden: the choice holds until the page is closed.
  }
}
