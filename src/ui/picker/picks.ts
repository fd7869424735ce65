import { useRemembered } from '../remembered.ts';
import type { TreeOption } from '../tree-option.ts';
import { isSameId } from './choices.ts';

type Id = TreeOption['id'];

/** What was chosen lately and what was pinned, the newest first; ids only, so that no name outlives its account. */
type Kept = { recent: readonly Id[]; pinned: readonly Id[] };

export type Picks = Kept & {
  remember: (id: Id) => void;
  togglePin: (id: Id) => void;
};

const RECENT_MAX = 5;
const NONE: Kept = { recent: [], pinned: [] };

/** The choices of a picker that this device remembers under the picker's name. */
export function usePicks(name: string): Picks {
  const [kept, change] = useRemembered(`picker.${name}`, parseKept, NONE);
  return {
    ...kept,
    remember: id =>
      change(({ recent, pinned }) => ({ pinned, recent: [id, ...without(recent, id)].slice(0, RECENT_MAX) })),
    togglePin: id =>
      change(({ recent, pinned }) => {
        const others = without(pinned, id);
        return { recent, pinned: others.length < pinned.length ? others : [id, ...pinned] };
      }),
  };
}

function without(ids: readonly Id[], id: Id): Id[] {
  return ids.filter(other => !isSameId(other, id));
}

function parseKept(kept: unknown): Kept | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  return {
    recent: 'recent' in kept ? idsOf(kept.recent).slice(0, RECENT_MAX) : [],
    pinned: 'pinned' in kept ? idsOf(kept.pinned) : [],
  };
}

function idsOf(kept: unknown): Id[] {
  return Array.isArray(kept) ? kept.filter(id => typeof id === 'number' || typeof id === 'string') : [];
}
