/** What holds the database outside of a transaction: `db`, whoever has it, and `on`, which may be either. */
const BARE = /\b(db|on)\s*\.\s*(insert|update|delete|execute|transaction)\(/g;

/** What a source text writes, or has carried out, beside any transaction: `db.insert` and its like. */
export function bareWrites(source: string): string[] {
  return [...source.matchAll(BARE)].map(([, holder, act]) => `${holder}.${act}`);
}
