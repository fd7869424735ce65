import { mutantsOf } from '../mutant.ts';

/** Mutants of a pass: who drains, what goes, what is made of an answer. */
export const drainMutants = mutantsOf('src/sync/drain.ts', [
  [
    'S10',
    'the claim is written after the answer',
    [
      `  const attempt = await claim(db, entry, holder, now());
  if (typeof attempt === 'string') return attempt;
  const outgoing = kind.outgoing(payload, await loadResolver(db, attempt.refs));
  const answer = await deliver(context, attempt, outgoing);`,
      `  const outgoing = kind.outgoing(payload, await loadResolver(db, entry.refs));
  const answer = await deliver(context, entry, outgoing);
  const attempt = await claim(db, entry, holder, now());
  if (typeof attempt === 'string') return attempt;`,
    ],
  ],
  [
    'S21',
    'no lock',
    [
      'return context.exclusively(DRAIN_LOCK, () => runPass(context, owner), options);',
      'return runPass(context, owner);',
    ],
  ],
  [
    'S21',
    'the lock of a frozen tab is never taken',
    ['() => runPass(context, owner), options);', '() => runPass(context, owner));'],
  ],
  [
    'S21',
    'the lease is not given back',
    ["if (pass.holder !== '') await releaseLease(context.db, pass.holder);", ''],
  ],
  [
    'S21',
    'a lease that is lost is not heeded',
    ['if (!(await holdsLease(context, pass))) return { problem: null };', 'await holdsLease(context, pass);'],
  ],
  [
    'S17',
    'one entry that fails stops the pass',
    ["typeof step !== 'string' && stopsPass(step) ?", "typeof step !== 'string' ?"],
  ],
  [
    'S17',
    'one entry that may not go stops the pass',
    ['    if (!entry) continue;', '    if (!entry) break;'],
  ],
  ['S23', 'an asked-for rest is not given', ["typeof step !== 'string' && stopsPass(step) ?", 'false ?']],
  ['S22', 'no probe before a pass', ['pass.reachable ? null : await probe(context.api, owner)', 'null']],
  [
    'S22',
    'no probe after a lost connection',
    ["pass.reachable = typeof step === 'string' || !doubtsConnection(step);", 'pass.reachable = true;'],
  ],
  ['S22', 'a probe believes every answer', ['? null : answer.problem;\n}', '? null : null;\n}']],
  [
    'S23',
    'an entry is tried as often as it is due',
    ["  if (step !== 'changed') pass.tried.add(entry.seq);\n", ''],
  ],
  [
    'S14 S22',
    'a pass sweeps once',
    ['if (stop || !moved) return stop?.problem ?? null;', 'return stop?.problem ?? null;'],
  ],
  [
    'S28',
    'everybody’s entries are swept',
    [
      'await readLive(context.db, ownerKeyOf(owner))',
      "await context.db.entries.where('state').anyOf('queued', 'unsure').sortBy('seq')",
    ],
  ],
  [
    'S4',
    'an entry of an unknown kind is deleted',
    [
      '    const entry = pass.tried.has(seen.seq)',
      '    if (!understood(context.kinds, seen)) await context.db.entries.delete(seen.seq);\n    const entry = pass.tried.has(seen.seq)',
    ],
  ],
  [
    'S13',
    'no look-up: a lost create is simply sent again',
    ["const blindly = entry.state === 'queued' || kind.effect !== 'creates';", 'const blindly = true;'],
  ],
  [
    'S13',
    'updates are looked up as well',
    ["entry.state === 'queued' || kind.effect !== 'creates';", "entry.state === 'queued';"],
  ],
  [
    'S13',
    'a keyed backend is looked up as well',
    ['if (blindly || (await isKeyed(context.db, entry.owner.apiOrigin))) {', 'if (blindly) {'],
  ],
  ['S13', 'no key is given to the request', [', key: attempt.key });', ' });']],
  ['S13 S14', 'each attempt has a key of its own', ['key: attempt.key });', 'key: attempt.attemptId });']],
  [
    'S13',
    'the key goes with a repetition only',
    ['key: attempt.key });', 'key: attempt.attempts > 1 ? attempt.key : undefined });'],
  ],
  [
    'S27',
    'a request does not say as whom it goes',
    ['{ as: attempt.owner, key: attempt.key }', '{ key: attempt.key }'],
  ],
  [
    'S11 S13',
    'a delete’s 404 is a refusal',
    ["return effect === 'deletes' && kind", 'return effect !== effect && kind'],
  ],
  ['S11', 'anybody’s 404 ends a delete', ["&& kind === 'refused' && (status", '&& kind && (status']],
  ['S11', 'a 404 ends a create as well', ["return effect === 'deletes' && kind", 'return effect && kind']],
  [
    'S13',
    'a backend is keyed when it answers',
    ["if (answer.ok && answer.value.keyStatus !== '') await", 'if (answer.ok) await'],
  ],
  [
    'S11',
    'a success needs no echo',
    ['else if (saysSuccess(answer) && (await isKeyed(db, apiOrigin))) {', 'else if (answer === null) {'],
  ],
  [
    'S13',
    'the page of a Wi-Fi makes it a backend without keys',
    ["(answer.problem.kind === 'refused' && answer.problem.status < 300)", '(answer.problem.status < 300)'],
  ],
  ['S13', 'who sent no echo counts as keyed still', ['    await forgetKeyed(db, apiOrigin);\n', '']],
  [
    'S13',
    'an echoed key is not remembered',
    [
      "if (answer.ok && answer.value.keyStatus !== '') await",
      "if (answer.ok && answer.value.keyStatus === 'never') await",
    ],
  ],
  [
    'S13',
    'what the look-up was answered is taken for the entry’s own',
    ["{ ...found.problem, kind: 'offline' }", 'found.problem'],
  ],
  [
    'S13',
    'a failed look-up counts as not found',
    ['if (!found.ok) {', 'if (!found.ok) return confirmAbsence(db, entry, now());\n  if (!found.ok) {'],
  ],
  [
    'S13',
    'what others have become is adopted',
    ['const matches = await notYetTaken(db, kind, entry, found.value);', 'const matches = found.value;'],
  ],
  [
    'S13',
    'of several the first is adopted',
    ['if (!match || others.length > 0) {', 'if (!match || others.length > 99) {'],
  ],
  [
    'S13',
    'a match is not adopted',
    ['if (matches.length === 0) return confirmAbsence', 'if (matches.length >= 0) return confirmAbsence'],
  ],
  [
    'S13',
    'what looks older is not asked about',
    [
      'if (matches.length === 0) return confirmAbsence',
      'if (matches.every(each => each.looksOlder)) return confirmAbsence',
    ],
  ],
  [
    'S13',
    'what is not found is sent at once',
    ['const mayTurnUp = now < settledAt && now >= entry.lastAt;', 'const mayTurnUp = false;'],
  ],
  ['S5', 'the settle time believes a clock that was set back', [' && now >= entry.lastAt;', ';']],
]);

/** Mutants of what may go. */
export const eligibleMutants = [
  ...mutantsOf('src/sync/eligible.ts', [
    ['S13 S16', 'an open question holds nothing', [' && question === null;', ';']],
    [
      'S16',
      'a refused entry is tried for ever',
      ["(state === 'queued' || state === 'unsure')", "state !== 'done'"],
    ],
    [
      'S16 S23',
      'nothing waits for its time',
      ['isSendable(entry) && isDue(entry.nextAt, now())', 'isSendable(entry)'],
    ],
    [
      'S16',
      'no order within one thing',
      [
        'const [first] = await readLiveAbout(db, seen.ownerKey, seen.aggregate);',
        'const first = await db.entries.get(seen.seq);',
      ],
    ],
    [
      'S16',
      'a refused change holds nothing of its thing',
      [
        'LIVE_STATES.includes(entry.state));',
        "LIVE_STATES.includes(entry.state) && entry.state !== 'rejected');",
      ],
    ],
    [
      'S5 S16',
      'changes of one thing are sorted by the clock',
      [".equals(aggregate).sortBy('seq')", ".equals(aggregate).sortBy('firstAt')"],
    ],
    [
      'S18',
      'references are not waited for',
      [
        'return first.refs.every(ref => resolve(ref) !== null) ? first : null;',
        'return resolve ? first : null;',
      ],
    ],
  ]),
  ...mutantsOf('src/sync/live-entries.ts', [
    [
      'S5',
      'entries are sorted by the clock',
      [
        "return inStates(db, ownerKey, states).sortBy('seq');",
        "return inStates(db, ownerKey, states).sortBy('firstAt');",
      ],
    ],
    [
      'S13 S10',
      'what is unsure is forgotten',
      ["['queued', 'unsure', 'rejected'];", "['queued', 'rejected'];"],
    ],
  ]),
  ...mutantsOf('src/sync/identity.ts', [
    [
      'S18',
      'a thing under its server’s id is another one',
      ['  return pair?.localId ?? key;', '  return key;'],
    ],
    [
      'S18',
      'what is not resolved stands for itself',
      ['(known.get(key) ?? null)', '(known.get(key) ?? key)'],
    ],
  ]),
  ...mutantsOf('src/sync/kind.ts', [
    [
      'S4',
      'an entry of a newer version is read by the old one',
      ['if (!kind || entry.v > kind.v) return null;', 'if (!kind) return null;'],
    ],
  ]),
];
