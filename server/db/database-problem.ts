/** What went wrong in the database, as far as an answer can tell it: by SQLSTATE. */

const CONNECTION_FAILURE = '08006';

/** No connection, or one that broke: then whether its last statement was carried out is not known. */
export class DatabaseAway extends Error {
  readonly code = CONNECTION_FAILURE;
  /** Whether a statement had been sent. */
  readonly wasAsked: boolean;

  constructor(cause: unknown, { wasAsked }: { wasAsked: boolean }) {
    super('the database is away', { cause });
    this.wasAsked = wasAsked;
  }
}

/** Whether a statement was on its way when the connection broke, whatever the server still said. */
export function brokeUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseAway) return cause.wasAsked;
  }
  return false;
}

export const DISK_FULL = '53100';
const UNIQUE_VIOLATION = '23505';

/** The SQLSTATE of a database error, from whichever layer wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** The constraint that forbids a second row of the kind; undefined where the error is another one. */
export function violatedUnique(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === UNIQUE_VIOLATION && 'constraint' in cause)
      return String(cause.constraint);
  }
  return undefined;
}

/** What the log may say of any error: texts could hold what somebody typed. */
export function errorKind(error: unknown) {
  return { name: error instanceof Error ? error.name : typeof error, code: sqlState(error) };
}

/** The connection broke while the engine was asked to commit: what was done may stand or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('a commit was not answered', { cause });
  }
}

/** Transaction resolution unknown, statement completion unknown: what engines of several machines say of the same. */
const UNKNOWN = new Set(['08007', '40003']);

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Connection (08), read-only after a failover (25006), a transaction ended for doing nothing (25P03) or for its length (25P04),
 * not serialised in spite of retries (40), full (53), shutting down, starting or over its time (57), the server's system (58).
 */
const UNAVAILABLE = /^(08...|25006|25P0[34]|40...|53...|57...|58...)$/;

/**
 * `locked`: somebody else is at work on the same rows. `unavailable`: nothing was done, worth another try later. `unknown`: it
 * may have been done. Undefined: a bug, or no matter of the database.
 */
export function problemOf(error: unknown): 'locked' | 'unavailable' | 'unknown' | undefined {
  const state = sqlState(error) ?? '';
  if (error instanceof OutcomeUnknown || UNKNOWN.has(state)) return 'unknown';
  if (state === LOCK_NOT_AVAILABLE) return 'locked';
  return UNAVAILABLE.test(state) ? 'unavailable' : undefined;
}
