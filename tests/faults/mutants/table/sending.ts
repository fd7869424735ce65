import { mutantsOf } from '../mutant.ts';

/** Mutants of the writes around a request. */
export const settleMutants = mutantsOf('src/sync/settle.ts', [
  [
    'S10',
    'the entry is removed before it is sent',
    ['    await db.entries.put(claimed);', '    await db.entries.delete(entry.seq);'],
    ['const current = await db.entries.get(attempt.seq);', 'const current = attempt;'],
  ],
  [
    'S10',
    'the claim is not written (no pessimistic write)',
    ['    await db.entries.put(claimed);\n', ''],
    ['const current = await db.entries.get(attempt.seq);', 'const current = attempt;'],
  ],
  [
    'S10',
    'the claim leaves the entry queued',
    ["      state: 'unsure',\n", ''],
    [" || current.state !== 'unsure') return false;", ') return false;'],
  ],
  [
    'S12',
    'a result is always written (no compare-and-set)',
    [
      "if (!current || current.attemptId !== attempt.attemptId || current.state !== 'unsure') return false;",
      'if (!current) return false;',
    ],
  ],
  ['S12', 'compare-and-set looks at the state alone', [' || current.attemptId !== attempt.attemptId', '']],
  [
    'S12',
    'compare-and-set looks at the attempt alone',
    [" || current.state !== 'unsure') return false;", ') return false;'],
  ],
  ['S12', 'each attempt has the same id', ['      attemptId: newId(),\n', "      attemptId: 'attempt',\n"]],
  [
    'S21',
    'no fencing: whoever lost the lease goes on',
    ["    if (lease.holder !== holder) return 'lost';\n", ''],
  ],
  [
    'S14 S12',
    'an entry is claimed though it was changed meanwhile',
    ["if (!current || !sameMoment(current, entry)) return 'changed';", "if (!current) return 'changed';"],
  ],
  ['S14', 'an edit counts as no change', [' && current.key === seen.key;', ';']],
  [
    'S19',
    'a discarded entry is sent from memory',
    [
      'const current = await db.entries.get(entry.seq);',
      'const current = (await db.entries.get(entry.seq)) ?? entry;',
    ],
  ],
  ['S19 S23', 'attempts are not counted', ['attempts: current.attempts + 1', 'attempts: current.attempts']],
  [
    'S18',
    'the id map in a second transaction',
    [
      "    if (!done || kind.effect !== 'creates' || serverId === null) return;\n    const { aggregate, ownerKey } = attempt;\n    await db.idMap.put({ localId: keyOf(aggregate), ownerKey, noun: kind.noun, serverId });\n  });",
      "  });\n  if (kind.effect !== 'creates' || serverId === null) return;\n  const { aggregate, ownerKey } = attempt;\n  await db.idMap.put({ localId: keyOf(aggregate), ownerKey, noun: kind.noun, serverId });",
    ],
  ],
  [
    'S18',
    'the id map is not written',
    ['    await db.idMap.put({ localId: keyOf(aggregate), ownerKey, noun: kind.noun, serverId });\n', ''],
  ],
  [
    'S20',
    'the tick is taken at the claim, before the effect',
    ['      lastAt: now,\n', '      lastAt: now,\n      settledTick: await nextTick(db),\n'],
    [
      '    const settledTick = await nextTick(db);\n    const done',
      '    const settledTick = attempt.settledTick;\n    const done',
    ],
  ],
  [
    'S20',
    'a confirmation takes no tick',
    [
      '    const settledTick = await nextTick(db);\n    const done',
      '    const settledTick = 0;\n    const done',
    ],
  ],
  [
    'S11',
    'a 401 drops the entry',
    [
      "    const settledTick = verdict === 'refused' ? await nextTick(db) : 0;\n",
      "    const settledTick = verdict === 'refused' ? await nextTick(db) : 0;\n    if (kind === 'unauthenticated') return db.entries.delete(attempt.seq);\n",
    ],
  ],
  [
    'S11 S13',
    'without an answer the entry counts as not sent',
    [
      'return { ...current, error, nextAt: now + backoff',
      "return { ...current, state: 'queued', error, nextAt: now + backoff",
    ],
  ],
  [
    'S23',
    'an entry does not wait after a failure',
    ['nextAt: now + backoffMs(current.attempts, random, problem.retryAfterMs)', 'nextAt: 0'],
  ],
  [
    'S13',
    'a negative look-up is not recorded',
    ['current => ({ ...current, absentAt: now })', 'current => current'],
  ],
  ['S13', 'the settle time is not waited for', ['({ ...current, nextAt })', '({ ...current, nextAt: 0 })']],
  ['S13', 'a question is not kept', ['({ ...current, question: { matches } })', '({ ...current })']],
]);
