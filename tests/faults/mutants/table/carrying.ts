import { mutantsOf } from '../mutant.ts';

/** Mutants of entries that leave the device as a file, and of those that come back after they were deleted. */
export const carryingMutants = [
  ...mutantsOf('src/sync/import-entries.ts', [
    [
      'S13',
      'a create from a file counts as never sent',
      [
        "return state === 'queued' && keyOf(aggregate) === id;",
        "return state === 'done' && keyOf(aggregate) === id;",
      ],
    ],
    ['S3', 'what is here already is taken in again', ['return isFirst && !ids.has(id);', 'return isFirst;']],
    ['S18', 'a file brings no ids', ['      await addPairs(db, owner, file);\n', '']],
  ]),
  ...mutantsOf('src/sync/entries-file.ts', [
    [
      'S14',
      'what was changed in a file is taken in',
      ['fingerprint(JSON.stringify(read.output.payload)) === read.output.hash', 'read.output.hash'],
    ],
    ['S28', 'anybody’s file is taken in', [' || ownerKeyOf(file.owner) !== ownerKeyOf(owner))', ')']],
  ]),
  ...mutantsOf('src/sync/restore-entry.ts', [
    [
      'S19',
      'an entry comes back twice',
      ["      if ((await db.entries.where('id').equals(entry.id).count()) > 0) return success(null);\n", ''],
      [
        'await db.entries.add(entry);',
        'await db.entries.add({ ...entry, id: crypto.randomUUID(), seq: undefined });',
      ],
    ],
    [
      'S19',
      'an order comes back without its contact',
      ["      if (await isOrphaned(db, entry)) return failure({ reason: 'orphaned' });\n", ''],
    ],
    [
      'S19',
      'an entry comes back at the end',
      [
        'await db.entries.add(entry);',
        'const { seq: _, ...rest } = entry;\n      await db.entries.add(rest);',
      ],
    ],
  ]),
];
