import { atom } from 'jotai';
import type { Call } from '#storage/outbox-db.ts';

/** The call of which the user is asked what came of it; null while nobody asks. The shell shows the question. */
export const postCallAtom = atom<Call | null>(null);
