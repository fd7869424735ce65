/** What is sent to the databases of tests, and whether distributed PostgreSQL engines (YugabyteDB, CockroachDB, Citus) know it. */

type Construct = { name: string; pattern: RegExp };

const construct = (name: string, pattern: RegExp): Construct => ({ name, pattern });

const CONSTRUCTS: readonly Construct[] = [
  construct('a trigger', /\btrigger\b/),
  construct(
    'a function, a procedure or a rule',
    /\b(plpgsql|language|create (or replace )?(function|procedure|rule))\b|\bdo \$/,
  ),
  construct('an advisory lock', /\bpg_(try_)?advisory\w*/),
  construct('listen or notify', /\b(un)?listen\b|\bnotify\b/),
  construct('a type of its own', /\bcreate (type|domain)\b|\benum\b/),
  construct('an extension', /\bcreate extension\b/),
  construct('a savepoint', /\bsavepoint\b/),
  construct('a deferrable constraint', /\bdeferr(able|ed)\b/),
  construct('serial', /\b(small|big)?serial\b/),
  construct('an exclusion constraint', /\bexclude\b/),
  construct('inheritance', /\binherits\b|\bpartition of\b/),
  construct('a materialized view', /\bmaterialized view\b/),
  construct('a temporary or unlogged table', /\b(temp|temporary|unlogged) table\b|\bon commit\b/),
  construct('a place on the disk', /\btablespace\b|\bfillfactor\b/),
  construct('an index other than a tree', /\busing (hash|gin|gist|spgist|brin)\b/),
  construct('a system column', /\b(ctid|xmin|xmax|cmin|cmax|tableoid)\b/),
  construct('a cursor', /\bdeclare \w+ .*\bcursor\b/),
  construct('a lock of a whole table', /\block table\b/),
];

/** Needed on PostgreSQL, and to be replaced on the way to another engine (server/SCALING.md). */
const EXCEPTIONS: readonly { statement: RegExp; why: string }[] = [
  { statement: /^lock table "?migrations"? in /, why: 'one process at a time migrates, or takes a copy in' },
  { statement: /contacts\.xmin/, why: 'the tag of a book: two changes within a millisecond are two' },
  { statement: /^lock table users in exclusive mode$/, why: 'one process fills an unused database' },
];

/** The names of what a statement uses and should not; texts in quotes and comments are not looked at. */
export function unportable(statement: string): string[] {
  const code = statement
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  if (EXCEPTIONS.some(each => each.statement.test(code))) return [];
  return CONSTRUCTS.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name);
}

/** Beyond this a statement is a long list of rows: the shorter ones of its kind say the same. */
const LONGEST = 20_000;

export type SentSql = {
  logger: { logQuery: (statement: string) => void };
  /** How many statements were sent so far, the ends of transactions left out: not every engine tells of these. */
  sent: () => number;
  /** How many different statements were sent. */
  different: () => number;
  /** Whether one like this was sent. */
  knows: (pattern: RegExp) => boolean;
  /** Throws, and forgets, if any was not portable. */
  check: () => void;
};

/** Listens to all that is sent to a database; each different statement is looked at once. */
export function listenToSql(): SentSql {
  const seen = new Set<string>();
  let troubles: string[] = [];
  let sent = 0;
  const logQuery = (statement: string) => {
    if (!/^(begin|commit|rollback)$/.test(statement)) sent += 1;
    if (statement.length > LONGEST || seen.has(statement)) return;
    seen.add(statement);
    const found = unportable(statement);
    if (found.length > 0) troubles.push(`${found.join(', ')}: ${statement.slice(0, 500)}`);
  };
  const check = () => {
    const received = troubles;
    troubles = [];
    if (received.length > 0)
      throw new Error(`SQL that distributed engines lack was sent:\n${received.join('\n')}`);
  };
  return {
    logger: { logQuery },
    sent: () => sent,
    different: () => seen.size,
    knows: pattern => [...seen].some(statement => pattern.test(statement)),
    check,
  };
}

/** All that the tests of this worker send to their databases; whoever closes one is told if it was not portable. */
export const sentSql = listenToSql();
