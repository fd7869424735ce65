import { useRef } from 'react';
import { useLocal } from '#state/local.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { readChangedSinceSeen } from '#storage/seen-requests.ts';

/** Requests that are «Новое» on this screen, newest first: marked as seen meanwhile, they stay so until it is left. */
export function useChanged(): RequestRow[] {
  const changed = useLocal(({ cache }) => readChangedSinceSeen(cache), []);
  const met = useRef(new Map<number, RequestRow>());
  for (const request of changed ?? []) met.current.set(request.id, request);
  return [...met.current.values()];
}
