import { describe, expect, it } from 'vitest';
import { readTree } from './imports.ts';

/** What holds the database outside of a transaction: `db`, whoever has it, and `on`, which may be either. */
const BARE = /\b(db|on)\s*\.\s*(insert|update|delete|execute|transaction)\(/g;

/** What a source text writes, or has carried out, beside any transaction: `db.insert` and its like. */
function bareWrites(source: string): string[] {
  return [...source.matchAll(BARE)].map(([, holder, act]) => `${holder}.${act}`);
}

const product = Object.entries(readTree(['server'])).filter(([path]) => !path.endsWith('.test.ts'));

/** What may ask the bare database to carry out a text: reading, or what no transaction can hold. */
const EXCEPTIONS: Record<string, string> = {
  'server/routes/health.ts db.execute': 'select 1: whether somebody is there',
  'server/db/copy/tables.ts on.execute': 'reads the catalogue, or is of the transaction that takes a copy in',
  'server/db/copy/read-copy.ts db.transaction': 'a snapshot that only reads',
  'server/db/copy/load-copy.ts db.transaction': 'a copy is a stream, which is there once',
  'server/db/transaction.ts db.transaction': 'transact itself',
};

describe('writes', () => {
  it('all go through transact', () => {
    const found = product.flatMap(([path, source]) => bareWrites(source).map(write => `${path} ${write}`));
    expect(found.filter(write => !EXCEPTIONS[write])).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter(write => !found.includes(write))).toEqual([]);
  });

  it.each([
    'await deps.db\n  .insert(users)',
    'await db.update(users)',
    'on.delete(users)',
    'db.execute(sql`delete from users`)',
    'opened.db.transaction(work)',
  ])('would be found beside one: %s', source => expect(bareWrites(source)).toHaveLength(1));

  it.each([
    'tx.insert(users)',
    "createHash('sha256').update(x)",
    'known.delete(id)',
    'lookupOf(db).execute({})',
  ])('would not be made of %s', source => expect(bareWrites(source)).toEqual([]));
});
