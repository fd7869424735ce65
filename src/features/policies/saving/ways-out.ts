import { asNewPolicy, newWork, type Stored, takeStored, type Work } from '../workbench/bench.ts';
import type { HeldWorks } from '../workbench/use-works.ts';
import { QUIET } from './save-state.ts';
import type { Saves } from './use-saves.ts';

export type ConflictMeans = {
  id: number;
  work: Work;
  stored: Stored | undefined;
  /** Every id that is taken. */
  known: readonly { readonly id: number }[];
  held: HeldWorks;
  saves: Saves;
  choose: (id: number) => void;
};

/** The three ways out of two versions of one policy. */
export function waysOut({ id, work, stored, known, held, saves, choose }: ConflictMeans) {
  const { put } = held;
  const takeTheirs = () => {
    put(id, stored && takeStored(work, stored));
    saves.tell(id, QUIET);
  };
  return {
    takeTheirs,
    /** Replaces the version that was looked at; if somebody saves a third one meanwhile, that is refused again. */
    keepMine() {
      put(id, { ...work, base: stored?.policy ?? null, version: stored ? stored.version : 0 });
      void saves.send(id);
    },
    saveAsNew() {
      const mine = asNewPolicy(work.history.present, known);
      put(mine.id, newWork(mine));
      takeTheirs();
      choose(mine.id);
      void saves.send(mine.id);
    },
  };
}
