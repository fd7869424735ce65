/** A PostgreSQL of our own in a temporary folder, on a free port of the loopback. */
export type TestPostgres = { url: string; wasUsed: () => Promise<boolean>; stop: () => Promise<void> };

export function startPostgres(bin: string): Promise<TestPostgres>;
