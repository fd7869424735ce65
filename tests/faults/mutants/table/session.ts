import { mutantsOf } from '../mutant.ts';

/** Mutants of who is signed in: tokens, and what belongs to whom. */
export const sessionMutants = [
  ...mutantsOf('src/api/api.ts', [
    [
      'S27',
      'nobody asks as whom a request was meant',
      [' || (as !== undefined && !isCaller(before, as)))', ')'],
    ],
    ['S27', 'a retry without the epoch check', [' && after.epoch === before.epoch;', ';']],
    [
      'S27',
      'a retry as whoever is signed in now',
      [' && after.subject === before.subject && after.epoch === before.epoch;', ';'],
    ],
    [
      'S25 S27',
      'no retry after a refresh',
      [
        '      const wait = await renew(deps, before);\n',
        '      const wait = await renew(deps, before);\n      if (before) return first;\n',
      ],
    ],
    [
      'S23',
      'an overloaded refresh forgets when to come again',
      ['      if (wait) return failure(wait);\n', ''],
    ],
    [
      'S27',
      'a 401 is repeated without a fresh token',
      [
        'if (!sameUser || after.accessToken === before.accessToken) return first;',
        'if (!sameUser) return first;',
      ],
    ],
    [
      'S25',
      'a refresh without the lock',
      ['  return deps.exclusively(AUTH_LOCK, async () => {', '  return (async work => work())(async () => {'],
    ],
    [
      'S25',
      'a refresh without reading the tokens anew',
      [
        '    const stored = await deps.auth.latest();\n    if (!stored.isLoggedIn || stored.accessToken !== failed.accessToken) return undefined;',
        '    const stored = failed;',
      ],
    ],
    [
      'S26 S28',
      'a late refresh overwrites a newer session',
      [
        '    if (now.refreshToken !== stored.refreshToken || now.epoch !== stored.epoch) return undefined;\n',
        '',
      ],
    ],
    [
      'S26',
      'whatever fails at a refresh signs out',
      ['else if (isRefreshRefused(answer.problem)) await', 'else if (answer.problem) await'],
    ],
    [
      'S26',
      'no network at a refresh signs out',
      [
        "if (kind !== 'refused' && kind !== 'unauthenticated') return false;",
        "if (kind === 'offline') return true;",
      ],
    ],
    [
      'S26',
      'a 5xx at a refresh signs out',
      [
        "if (kind !== 'refused' && kind !== 'unauthenticated') return false;",
        "if (kind === 'server') return true;",
      ],
    ],
    [
      'S26',
      'any 401 at a refresh signs out',
      ["return code === 'invalid_grant' || message === REFRESH_TOKEN_INVALID;", 'return true;'],
    ],
    [
      'S26',
      'no refusal ends a session',
      ['if (isRefreshRefused(answer.problem)) await', 'if (!answer) await'],
    ],
    [
      'S26',
      'an ended session forgets whose it was',
      ['isLoggedIn: false, accessToken', 'isLoggedIn: false, subject: null, accessToken'],
    ],
  ]),
  ...mutantsOf('src/sync/session.ts', [
    ['S28', 'a sign-in keeps the epoch', ['      epoch: newId(),\n', "      epoch: 'epoch',\n"]],
    ['S28', 'a sign-in leaves the last one’s book', ['    await dropForeignCaches(deps, owner);\n', '']],
    [
      'S1',
      'dropping the cache takes the outbox along',
      [
        'async function dropForeignCaches({ auth, apiOrigin }',
        'async function dropForeignCaches({ auth, apiOrigin, db }',
      ],
      [
        'if (ownerKeyOf(owner) !== ownerKeyOf(next)) await',
        'if (ownerKeyOf(owner) !== ownerKeyOf(next)) await db.entries.clear();\n    if (ownerKeyOf(owner) !== ownerKeyOf(next)) await',
      ],
    ],
    [
      'S29',
      'a sign-out deletes what waits',
      ["    if (unsent === 'delete') await db.entries", '    await db.entries'],
    ],
    [
      'S29',
      'a sign-out deletes everybody’s entries',
      [
        "if (unsent === 'delete') await db.entries.where('ownerKey').equals(ownerKey).delete();",
        "if (unsent === 'delete') await db.entries.clear();",
      ],
    ],
    [
      'S29',
      'a sign-out waits for a dead network',
      [
        'await soon(deps, () => wipe(deps, lastOwner(), unsent));',
        'await whileNothingRuns(deps, () => wipe(deps, lastOwner(), unsent));',
      ],
    ],
    ['S30 S29', 'a sign-out keeps the tokens', ['  await auth.remove();\n', '']],
    [
      'S30',
      'a sign-out keeps the drafts',
      ["    await db.drafts.where('ownerKey').equals(ownerKey).delete();\n", ''],
    ],
    ['S30', 'a sign-out keeps the book', ['  await dropCache(ownerKey);\n}', '}']],
    [
      'S26',
      'whatever fails at the entry signs out',
      ["return isAnswered(problem) && problem.kind === 'refused';", 'return problem.kind !== undefined;'],
    ],
    [
      'S26',
      'a 5xx at the entry signs out',
      ["return isAnswered(problem) && problem.kind === 'refused';", 'return isAnswered(problem);'],
    ],
    [
      'S26',
      'without an answer nobody gets in',
      ["if (user) return { state: 'in', user, offline: true };", "if (user) return { state: 'out' };"],
    ],
  ]),
  ...mutantsOf('src/sync/switching.ts', [
    [
      'S28',
      'a sign-in waits for no pass',
      [
        'return deps.exclusively(DRAIN_LOCK, locked, frozen ? { steal: true } : undefined);',
        'return locked();',
      ],
    ],
  ]),
  ...mutantsOf('src/sync/session-mirror.ts', [
    [
      'S25',
      'a context does not hear of the others’ tokens',
      ['if (mirror && mirror.revision > revisionOf(own.read())) await adopt(own, mirror);', ''],
    ],
    [
      'S25',
      'tokens are not told to the other contexts',
      [
        '      await db.control.put({ name: NAME',
        '      if (state === null) await db.control.put({ name: NAME',
      ],
    ],
    [
      'S25',
      'a sign-out is not told to the other contexts',
      [
        '      await db.control.put({ name: NAME',
        '      if (state !== null) await db.control.put({ name: NAME',
      ],
    ],
    [
      'S26',
      'a start does not look at the mirror',
      ['if (mirror.revision > revisionOf(state)) await adopt(own, mirror);', 'if (!mirror) return store;'],
    ],
  ]),
];
