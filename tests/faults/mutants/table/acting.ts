import { mutantsOf } from '../mutant.ts';

/** Mutants of who works as somebody else: what is whose, and the way back. */
export const actingMutants = [
  ...mutantsOf('src/sync/owners.ts', [
    ['S28', 'who works as another is the other', ['...(own && { actorId: own.subject })', '...(own && {})']],
  ]),
  ...mutantsOf('src/api/api.ts', [
    [
      'S27',
      'a call does not ask who works as its user',
      ['return subject === userId && own?.subject === actorId;', 'return subject === userId;'],
    ],
  ]),
  ...mutantsOf('src/sync/login-as.ts', [
    [
      'S28',
      'a login as another keeps the epoch',
      ['      epoch: newId(),\n      own:', '      epoch: before.epoch,\n      own:'],
    ],
    [
      'S28',
      'the own session comes back under the epoch of the other',
      ["error: '', epoch: newId() });", "error: '', epoch: (await auth.latest()).epoch });"],
    ],
    [
      'S28',
      'a login as another goes on with the own refresh token',
      ['      refreshToken: tokens.refresh_token,\n', '      refreshToken,\n'],
    ],
    [
      'S28',
      'a login as another forgets the own session',
      ['      own: { accessToken, refreshToken, expiresIn, subject, since },\n', ''],
    ],
    [
      'S28',
      'a login as another waits for no pass',
      ['return whileNothingRuns(deps, async () => {', 'return (async work => work())(async () => {'],
    ],
    [
      'S28',
      'a login as another does not look who is here by then',
      [' || epoch !== before.epoch) return false;', ') return false;'],
    ],
    [
      'S28',
      'a login as another takes anybody’s tokens',
      ['return user.id === userId ? success(user)', 'return user.id > 0 ? success(user)'],
    ],
    [
      'S28',
      'the way back waits for a dead network',
      ['await soon(deps, () => takeUpOwn(deps));', 'await whileNothingRuns(deps, () => takeUpOwn(deps));'],
    ],
    ['S28', 'the way back keeps the other’s book', ['  await dropActingCaches(apiOrigin, subject);\n', '']],
  ]),
  ...mutantsOf('src/sync/session.ts', [
    [
      'S28',
      'the end of the hour leads to the sign-in',
      [
        "if (owner.actorId === undefined) return { state: 'out' };",
        "if (owner.userId > 0) return { state: 'out' };",
      ],
    ],
    [
      'S29',
      'a sign-out as another deletes the own unsent work too',
      ["await wipeOf(db, oneself(owner), 'keep');", 'await wipeOf(db, oneself(owner), unsent);'],
    ],
    [
      'S29',
      'a sign-out as another wipes the other alone',
      ["  if (owner.actorId !== undefined) await wipeOf(db, oneself(owner), 'keep');\n", ''],
    ],
  ]),
];
