/** A PostgreSQL of our own in a temporary folder, on a free port of the loopback. */
export type TestPostgres = {
  url: string;
  /** Stops it and leaves its data. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Starts it again, on the same port. */
  resume: () => Promise<void>;
  /** Ends it and removes its data, unless they were to be kept. */
  stop: () => Promise<void>;
};

/** `kept`: a folder for the data of this run and of later ones. */
export function startPostgres(
  bin: string,
  settings?: string[],
  usual?: string[],
  kept?: string,
): Promise<TestPostgres>;
