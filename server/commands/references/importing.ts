import { plural } from '#kit/plural.ts';

const BATCH = 1000;

export type Importing = {
  now: Date;
  /** Nothing is written, all is counted. */
  isDry: boolean;
  /** What is not in the file is switched off. */
  deactivatesMissing: boolean;
  progress: (line: string) => void;
};

/** What came of it. `left`: not in the file, and left as it is. */
export type Imported = { added: number; changed: number; switchedOff: number; same: number; left: number };

/** Writes in statements of some size, each far within the time that one may take, and tells how far it is. */
export async function inBatches<Item>(
  items: readonly Item[],
  { progress }: Importing,
  write: (batch: Item[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const batch = items.slice(from, from + BATCH);
    await write(batch);
    const done = from + batch.length;
    if (items.length > BATCH) {
      progress(`Записано ${done} ${plural(done, 'строка', 'строки', 'строк')} из ${items.length}`);
    }
  }
}
