import { mutantsOf } from '../mutant.ts';

const WRITE = "      db.transaction('rw', db.entries, db.idMap, db.drafts, db.control, work),";

/** Mutants of how things are kept, and of what may still be changed. */
export const savingMutants = [
  ...mutantsOf('src/sync/outbox.ts', [
    ['S3', 'saved without a transaction', [WRITE, '      work(),']],
    [
      'S3',
      '«saved» is said before the commit',
      [
        WRITE,
        "      new Promise((resolve, reject) => void db.transaction('rw', db.entries, db.idMap, db.drafts, db.control, async () => { const saved = await work(); resolve(saved); return saved; }).catch(reject)),",
      ],
    ],
    ['S3', 'a double tap is not noticed', ['  if (twin) return success(twin);\n', '']],
    [
      'S3',
      'things saved at once are not looked for',
      ['filter(command => !saved.has(command.id));', 'filter(() => true);'],
    ],
    [
      'S19 S14',
      'what may have arrived is corrected',
      [
        "        if (!isOpen(entry)) return failure({ reason: 'unknown-outcome' });\n        if (draftKey)",
        '        if (draftKey)',
      ],
    ],
    [
      'S14',
      'what may have arrived is tried anew',
      [
        "        if (!isOpen(entry)) return failure({ reason: 'unknown-outcome' });\n        return success(await put(db, requeued(rewritten(entry, entry.payload",
        '        return success(await put(db, requeued(rewritten(entry, entry.payload',
      ],
    ],
    ['S15', 'a settled conflict keeps its old base', ['command.rebase ? { base: command.base } : {}', '{}']],
    [
      'S15',
      'every edit brings a new base',
      ['command.rebase ? { base: command.base } : {}', '{ base: command.base }'],
    ],
    [
      'S19',
      'nothing is coalesced',
      ['  if (absorbed) return success', '  if (absorbed && !kind) return success'],
    ],
    [
      'S19',
      'an edit goes into the oldest entry of the thing',
      ['absorb(kinds, kind, same.at(-1), payload)', 'absorb(kinds, kind, same[0], payload)'],
    ],
    [
      'S15',
      'an edited refusal stays refused',
      [
        'merged === null ? null : requeued(rewritten(newest, merged, newest.refs))',
        'merged === null ? null : rewritten(newest, merged, newest.refs)',
      ],
    ],
    [
      'S19',
      'a contact that may have arrived is removed',
      ["=== 'creates' && isOpen(create);", "=== 'creates';"],
    ],
    [
      'S19',
      'a delete of what was never sent is queued',
      [
        "if (kind.effect === 'deletes' && isNeverSent(kinds, same)) {",
        'if (!kind && isNeverSent(kinds, same)) {',
      ],
    ],
    [
      'S19',
      'a contact is removed under its order',
      ["  if (dependants.length > 0) return failure({ reason: 'dependants', entries: dependants });\n", ''],
    ],
    [
      'S19',
      'a contact is given up under its order',
      ["  if (needing.length > 0) return failure({ reason: 'dependants', entries: needing });\n", ''],
    ],
    [
      'S20',
      'what was confirmed can be given up',
      ["if (!entry || entry.state === 'done') return success(null);", 'if (!entry) return success(null);'],
    ],
    [
      'S13',
      'the user’s choice among several is not heard',
      ['matches.find(each => each.serverId === serverId);', 'matches[0];'],
    ],
    [
      'S13',
      'the user’s «send again» is not recorded',
      ['{ ...requeued(entry), absentAt: now() }', 'requeued(entry)'],
    ],
  ]),
  ...mutantsOf('src/sync/entry.ts', [
    ['S3 S18', 'a double tap makes two', ['    id: command.id,\n', '    id: newId(),\n']],
    [
      'S14',
      'the key is reused after an edit',
      ['return { ...entry, payload, refs, ...fresh(payload) };', 'return { ...entry, payload, refs };'],
    ],
    [
      'S19',
      'a corrected entry keeps its attempts',
      ["state: 'queued', attempts: 0, nextAt: 0", "state: 'queued', nextAt: 0"],
    ],
    [
      'S15',
      'a corrected entry keeps what stood against it',
      ['nextAt: 0, error: null, question: null };', 'nextAt: 0, question: null };'],
    ],
    [
      'S19',
      'an edit goes into an attempted entry',
      ["(state === 'queued' && attempts === 0)", "state === 'queued'"],
    ],
    [
      'S19 S14',
      'an edit goes into an unsure entry',
      [
        "(state === 'queued' && attempts === 0)",
        "state === 'unsure' || (state === 'queued' && attempts === 0)",
      ],
    ],
    ['S15 S19', 'a refused entry cannot be changed', ["return state === 'rejected' || (", 'return (']],
  ]),
  ...mutantsOf('src/sync/storage-guard.ts', [
    ['S6', 'a full disk makes no room', ['  await makeRoom();\n', '']],
    [
      'S6 S3',
      'a full disk is not known as one',
      ["name === 'QuotaExceededError' || isQuotaFailure(inner)", "name === 'Never'"],
    ],
    [
      'S7',
      'an old tab does not say that it is old',
      ["    if (db.outdated) return failure({ reason: 'outdated' });\n", ''],
    ],
  ]),
  ...mutantsOf('src/storage/outbox-db.ts', [
    [
      'S3',
      'relaxed durability',
      ["chromeTransactionDurability: 'strict'", "chromeTransactionDurability: 'relaxed'"],
    ],
    ['S7', 'an old tab keeps the database open', ['      this.close();\n', '']],
    ['S7', 'an old tab does not know that it is old', ['      this.outdated = true;\n', '']],
    ['S7', 'an old tab opens the newer database', ['return false; // else', 'return; // else']],
  ]),
  ...mutantsOf('src/features/contacts/offline/contact-kinds.ts', [
    [
      'S18',
      'a contact’s local id goes on the wire',
      [
        'input: { id: resolve(values.contact), ...toWire(values) }',
        'input: { id: values.contact, ...toWire(values) }',
      ],
    ],
    [
      'S18 S13',
      'an update makes a new contact',
      ['input: { id: resolve(values.contact), ...toWire(values) }', 'input: toWire(values)'],
    ],
    [
      'S18',
      'a deleted contact’s local id goes on the wire',
      ['input: { id: resolve(contact) }', 'input: { id: contact }'],
    ],
    ['S13', 'any contact of the name is taken for the lost one', ['fold(person.comment), ', '']],
    [
      'S13',
      'no contact is ever recognised',
      [
        'return told(contact, phones) === told(values, values.phones);',
        'return told(contact, phones) === phones;',
      ],
    ],
    [
      'S19',
      'an edit of a new contact is not worked in',
      ['absorb: (_, update) => readerOf(ContactValues)(update)', 'absorb: () => null'],
    ],
    [
      'S19 S15',
      'an edit of a change is not worked in',
      ['absorb: (_, later) => readerOf(ContactUpdate)(later)', 'absorb: () => null'],
    ],
  ]),
  ...mutantsOf('src/features/orders/offline/order-kinds.ts', [
    [
      'S18',
      'an order names its contact by the local id',
      ['contact_id: resolve(order.contact)', 'contact_id: order.contact'],
    ],
    [
      'S18',
      'an order does not wait for its contact',
      ['needs: ({ contact }) => [contact]', 'needs: () => []'],
    ],
    [
      'S13',
      'an order of long ago is taken for the lost one',
      ['...(dateOf(request) < opens ? { looksOlder: true } : {}),', ''],
    ],
    ['S13', 'an order of somebody else is taken for the lost one', ['    samePhones &&\n', '']],
    [
      'S13',
      'an order of another kind is taken for the lost one',
      ['    request.type === order.type &&\n', ''],
    ],
    [
      'S13',
      'an order of another street is taken for the lost one',
      ['    sameText(request.address, order.street) &&\n', ''],
    ],
    ['S13', 'no order is ever recognised', ['    samePhones &&', '    !samePhones &&']],
  ]),
];
