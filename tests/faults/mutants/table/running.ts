import { mutantsOf } from '../mutant.ts';

/** Mutants of when a pass is asked for, and of who may take over. */
export const runningMutants = [
  ...mutantsOf('src/sync/runner.ts', [
    [
      'S21 S22',
      'a wake-up during a pass is lost',
      ['        onStart();\n        return work();', '        return work();'],
    ],
    ['S21', 'every wake-up waits for a pass of its own', ['    if (queued) return queued;\n', '']],
    [
      'S22',
      'a pass without an owner blocks the queue',
      ['Promise.resolve().then(() => pass(leaveQueue))', 'pass(leaveQueue)'],
    ],
    ['S21', 'a hidden tab takes a frozen tab’s lock', ['    if (!deps.maySteal()) return false;\n', '']],
    [
      'S21',
      'nobody takes over from a frozen tab',
      ['owner, isFrozen ? { steal: true } : undefined', 'owner, undefined'],
    ],
    ['S21', 'every pass takes the lock', ['isFrozen ? { steal: true } : undefined', '{ steal: true }']],
    [
      'S21',
      'nobody watches for a frozen tab',
      ['if (await holderIsFrozen()) await pass(() => {});', 'await holderIsFrozen();'],
    ],
    [
      'S21',
      'who froze before a lease keeps the lock',
      ['return waitsSince !== null && outlasts(waitsSince, context.now());', 'return false;'],
    ],
    [
      'S21',
      'whoever waits takes the lock at once',
      ['return waitsSince !== null && outlasts(waitsSince, context.now());', 'return waitsSince !== null;'],
    ],
    [
      'S21',
      'a stolen lock is an error',
      ["if (cause instanceof DOMException && cause.name === 'AbortError') return", 'if (!cause) return'],
    ],
    [
      'S7',
      'an old tab goes on draining',
      ['if (!owner || context.db.outdated) return;', 'if (!owner) return;'],
    ],
    [
      'S22',
      'no timer for the next attempt',
      [
        "    cancelTimer = deps.timer(() => void wake('timer')",
        "    if (!at) cancelTimer = deps.timer(() => void wake('timer')",
      ],
    ],
    ['S22 S23', 'the timer rings at once', ['Math.max(SECOND_MS, at - context.now())', 'SECOND_MS']],
    ['S23', 'timers pile up', ['void {\n    cancelTimer();\n', 'void {\n']],
    [
      'S22',
      'every phone calls at once when the network is back',
      ["    if (trigger === 'online') await pause(deps.timer, context.random() * ONLINE_JITTER_MS);\n", ''],
    ],
    [
      'S23',
      'a wake-up ignores the back-off',
      ['    else if (!isDue(notBefore, context.now())) return arm(notBefore);\n', ''],
    ],
    [
      'S5',
      'a pass waits for a clock that was turned',
      [
        'else if (!isDue(notBefore, context.now())) return arm',
        'else if (notBefore > context.now()) return arm',
      ],
    ],
    [
      'S23',
      'the button does not end the back-off',
      [
        "if (trigger === 'online' || trigger === 'button') await resetBackoff();",
        "if (trigger === 'online') await resetBackoff();",
      ],
    ],
    [
      'S23',
      '«online» does not end the back-off',
      [
        "if (trigger === 'online' || trigger === 'button') await resetBackoff();",
        "if (trigger === 'button') await resetBackoff();",
      ],
    ],
    [
      'S23',
      'entries keep waiting after the button',
      [
        '    await sendable.filter(entry => entry.nextAt > 0).modify({ nextAt: 0 });\n',
        '    await sendable.count();\n',
      ],
    ],
    ['S23', 'failures are not counted', ['failures = obstacle ? failures + 1 : 0;', 'failures = 0;']],
    [
      'S23',
      'a pass ignores Retry-After',
      ['backoffMs(failures, context.random, obstacle.retryAfterMs)', 'backoffMs(failures, context.random)'],
    ],
    ['S23', 'a pass never waits', ['notBefore = obstacle ? context.now() + wait : 0;', 'notBefore = 0;']],
  ]),
  ...mutantsOf('src/sync/runner.ts', [
    [
      'S22',
      'a wake-up that comes too early leaves no timer',
      ['return arm(notBefore);\n    if', 'return;\n    if'],
    ],
    [
      'S22',
      'what follows a pass keeps the next one from its timer',
      [
        '      await schedule(owner, result.problem);\n      await deps.afterPass(result, owner);\n',
        '      await deps.afterPass(result, owner);\n      await schedule(owner, result.problem);\n',
      ],
    ],
    [
      'S22',
      'a disk that fails leaves no timer',
      ["      remember(problem('offline'));\n      arm(notBefore);\n", ''],
    ],
    [
      'S5',
      'a timer waits for a clock that was turned',
      [
        'Math.min(RETRY_CAP_MS, Math.max(SECOND_MS, at - context.now()))',
        'Math.max(SECOND_MS, at - context.now())',
      ],
    ],
  ]),
  ...mutantsOf('src/sync/lease.ts', [
    [
      'S21',
      'a fresh lease counts as frozen',
      ['Math.abs(now - since) > LEASE_MS', 'Math.abs(now - since) > 0'],
    ],
    [
      'S21',
      'no lease ever expires',
      ["return lease.holder !== '' && outlasts", "return lease.holder === '-' && outlasts"],
    ],
    [
      'S21 S5',
      'a lease from the future never expires',
      ['Math.abs(now - since) > LEASE_MS', 'now - since > LEASE_MS'],
    ],
  ]),
  ...mutantsOf('src/sync/control.ts', [
    [
      'S21',
      'a lease is taken whoever has it',
      ['    if (turn === seen.turn) await', '    if (turn !== -1) await'],
      ['    return turn === seen.turn;', '    return seen.turn !== -1;'],
    ],
    [
      'S21',
      'a lease given back looks like one that nobody took',
      ['writeLease(db, { ...NOBODY, turn: lease.turn })', 'writeLease(db, NOBODY)'],
    ],
    [
      'S21',
      'somebody else’s lease is given back',
      ['if (lease.holder === holder) await writeLease', 'await writeLease'],
    ],
    ['S13', 'a backend counts as keyed from the start', ['?.value === true;', '?.value !== false;']],
    [
      'S20',
      'the tick stands still',
      [
        "(typeof row?.value === 'number' ? row.value : 0) + 1;",
        "(typeof row?.value === 'number' ? row.value : 1);",
      ],
    ],
  ]),
];
