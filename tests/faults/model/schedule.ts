/** Something that is on its way: a request, an answer, a lock. */
type Pending = { what: string; happen: () => void };

/** Decides nothing: what is on its way happens when, and in the order in which, the run says so. */
export type Schedule = {
  add(what: string, happen: () => void): void;
  size(): number;
  /** Lets one of the pending things happen; 0 is the oldest. Tells which it was. */
  step(pick: number): string | null;
};

/** A schedule on which nothing is yet. */
export function createSchedule(): Schedule {
  const pending: Pending[] = [];
  return {
    add: (what, happen) => void pending.push({ what, happen }),
    size: () => pending.length,
    step(pick) {
      const [taken] = pending.splice(pick % Math.max(1, pending.length), 1);
      taken?.happen();
      return taken?.what ?? null;
    },
  };
}

/** One turn of the event loop: what was ready has run. */
export function turn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve));
}
