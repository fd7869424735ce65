import { useState } from 'react';
import type { Remote } from './use-remote.ts';

/**
 * A reading that keeps what was answered last until what is asked for now is answered; never from one `of` to another, e.g.
 * under the name of another person.
 */
export function useLastValue<Value>(remote: Remote<Value>, of: number | null = null): Remote<Value> {
  const [last, setLast] = useState({ of, value: remote.value });
  const isNew = remote.value !== undefined && remote.value !== last.value;
  if (isNew || of !== last.of) setLast({ of, value: remote.value });
  return { ...remote, value: remote.value ?? (of === last.of ? last.value : undefined) };
}
