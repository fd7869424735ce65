/** Numbers of rows that are still to be made, drawn some at a time: what is made is then known before the statement that makes it. */
import { sql } from 'drizzle-orm';
import { type Db, preparedOnce } from './database.ts';

/** What a process leaves unused when it ends is a gap, so they are not many. */
const DRAWN_AT_ONCE = 50;

type Drawn = { numbers: number[]; drawing?: Promise<void> | undefined };

/** By sequence, what this process has drawn and not used. */
const drawn = new WeakMap<Db, Map<string, Drawn>>();

/** Draws the next number of a sequence. Not inside a transaction: it asks the outer database. */
export function drawNumbers(sequence: string): (db: Db) => Promise<number> {
  const draw = preparedOnce((db: Db) =>
    db
      .select({ next: sql`nextval(${sql.raw(`'${sequence}'`)})`.mapWith(Number) })
      .from(sql`generate_series(1, ${sql.raw(String(DRAWN_AT_ONCE))})`)
      .prepare(`draw_${sequence}`),
  );
  return async db => {
    for (;;) {
      const own = drawnOf(db, sequence);
      const number = own.numbers.shift();
      if (number !== undefined) return number;
      own.drawing ??= draw(db)
        .execute()
        .then(rows => void own.numbers.push(...rows.map(row => row.next)))
        .finally(() => {
          own.drawing = undefined;
        });
      await own.drawing;
    }
  };
}

function drawnOf(db: Db, sequence: string): Drawn {
  const all = drawn.get(db) ?? new Map<string, Drawn>();
  drawn.set(db, all);
  const own = all.get(sequence) ?? { numbers: [] };
  all.set(sequence, own);
  return own;
}

/** Forgets what is drawn: somebody has set a sequence back, and the numbers are taken. */
export function forgetDrawn(db: Db): void {
  drawn.delete(db);
}
