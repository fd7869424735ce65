import { mutantsOf } from '../mutant.ts';

/** Mutants of what screens show while refreshes and confirmations cross. */
export const refreshingMutants = [
  ...mutantsOf('src/sync/overlay.ts', [
    [
      'S20',
      'what is done is no longer laid over the book',
      [
        "return state === 'done' && seenTick > settledTick;",
        "return state === 'done' || seenTick > settledTick;",
      ],
    ],
    [
      'S20',
      'an older refresh ends the overlay',
      ["return state === 'done' && seenTick > settledTick;", "return state === 'done' && seenTick > 0;"],
    ],
    [
      'S20 S30',
      'the overlay never ends',
      [
        "return state === 'done' && seenTick > settledTick;",
        "return state === 'done' && seenTick < settledTick && false;",
      ],
    ],
  ]),
  ...mutantsOf('src/sync/scrub.ts', [
    [
      'S20 S30',
      'a payload is scrubbed early',
      ['entry.payload !== null && superseded(entry))', 'entry.payload !== null)'],
    ],
    ['S30', 'a payload is never scrubbed', ['{ ...entry, payload: null, base: null }', 'entry']],
    ['S30', 'receipts are not kept', ['scrubbed.slice(0, -RECEIPTS_KEPT).map', 'scrubbed.map']],
  ]),
  ...mutantsOf('src/features/contacts/offline/pull-contacts.ts', [
    [
      'S20',
      'the tick of a single refresh is taken with its answer',
      [
        '  const tick = await startRefresh(context);\n  const answer = await context.api.call(getContact, { id }, { as: context.owner });',
        '  const answer = await context.api.call(getContact, { id }, { as: context.owner });\n  const tick = await startRefresh(context);',
      ],
    ],
    [
      'S20',
      'the tick of a book is taken with its answer',
      ['  const start = { tick: await startRefresh(context), at: context.now() };\n', ''],
      [
        '  if (answer.ok) {\n    await replaceBook',
        '  const start = { tick: await startRefresh(context), at: context.now() };\n  if (answer.ok) {\n    await replaceBook',
      ],
    ],
  ]),
  ...mutantsOf('src/features/contacts/offline/book-rows.ts', [
    [
      'S20',
      'an older book overwrites a newer one',
      ['    if (mark && mark.tick > tick) return;\n    const known = new Map', '    const known = new Map'],
    ],
    [
      'S20',
      'an older book overwrites newer rows',
      ['  if (known && known.seenTick > tick) return known;\n', ''],
    ],
    [
      'S20',
      'an older book removes what came after it',
      ['unlisted.filter(row => row.seenTick <= tick);', 'unlisted.filter(row => row);'],
    ],
    [
      'S20',
      'single answers overwrite a newer book',
      ['    if (mark && mark.tick > tick) return;\n    const known = await', '    const known = await'],
    ],
    [
      'S20',
      'an old tag is believed of changed rows',
      ['if (book && tagOf(book)) await cache.marks.put({ ...book, value: null });', ''],
    ],
  ]),
  ...mutantsOf('src/features/orders/offline/pull-requests.ts', [
    [
      'S20',
      'the tick of the requests is taken with their answer',
      [
        '  const tick = await startRefresh(context);\n  const answer = await context.api.call(listRequests, { page, status }, { as: context.owner });\n  if (!answer.ok) return answer;\n',
        '  const answer = await context.api.call(listRequests, { page, status }, { as: context.owner });\n  if (!answer.ok) return answer;\n  const tick = await startRefresh(context);\n',
      ],
    ],
    [
      'S20',
      'any page of the requests ends the overlay',
      ['seenTick: page === 1 ? tick : (known?.seenTick ?? 0),', 'seenTick: tick,'],
    ],
  ]),
  ...mutantsOf('src/features/contacts/offline/contact-book.ts', [
    [
      'S2',
      'what waits is not laid over the book',
      ['byServerId.has(row.id) ? byServerId.get(row.id)?.view : viewOfRow(row)', 'viewOfRow(row)'],
    ],
    [
      'S20',
      'what is confirmed stands there twice',
      ['serverId === null || !present.has(serverId)', 'serverId !== undefined || !present.has(serverId)'],
    ],
  ]),
];
