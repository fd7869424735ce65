/** Tests that make sense in some places alone. Where they do not, they are not there: a skipped test is a failed one. */
import { it } from 'vitest';

type Named = (name: string, work: () => Promise<void> | void, patienceMs?: number) => void;

/** A test of its own, where the condition holds. */
export function itIf(condition: boolean): Named {
  return condition ? it : () => undefined;
}

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined;

export const onPostgres: Named = itIf(hasPostgres);

export const onEmbedded: Named = itIf(!hasPostgres);
