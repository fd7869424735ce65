import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import type { Entry, IdPair } from '#storage/outbox-db.ts';
import { keyOf } from '#sync/id-map.ts';
import { RECEIPTS_KEPT } from '#sync/overlay.ts';
import type { BrowserContext } from './browser-context.ts';
import type { Commit } from './disk.ts';
import {
  type ExpectedRecord,
  markerOf,
  newExpectedRecord,
  recordOfEntry,
  type UserAction,
} from './expected.ts';
import type { Sent } from './sent.ts';
import { breakRule, type World } from './world.ts';

/** Looks at each write to the outbox, the moment it is committed. */
export function watchDisk(world: World): (commit: Commit) => void {
  let before = new Map<number, Entry>();
  const keys = new Map<string, string>();
  const leases = new Map<string, BrowserContext>();
  return commit => {
    if (commit.database !== OUTBOX_DB_NAME) return;
    if (commit.durability !== 'strict') breakRule(world, 'S1', `a write to ${commit.stores} was not strict`);
    // What another context is still writing can be seen by then, so only who has written there himself is asked.
    if (commit.stores.includes('control')) noteLease(world, leases, commit.browserContext);
    if (!commit.stores.includes('entries')) return;
    const after = new Map(world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries').map(entry => [entry.seq, entry]));
    const { browserContext } = commit;
    const leaseHolder = leaseHolderOf(world, leases);
    const written = [...after.values()].filter(entry => before.get(entry.seq) !== entry);
    const gone = [...before.values()].filter(({ seq }) => !after.has(seq));
    const notThere = gone.filter(entry => isNotThere(world, browserContext, entry));
    for (const entry of gone) removed(world, browserContext, entry, { gone, notThere });
    for (const entry of written) {
      keyStandsForOnePayload(world, keys, entry);
      compare(world, { browserContext, leaseHolder, entry }, before.get(entry.seq));
    }
    before = after;
  };
}

function compare(world: World, now: Omit<Change, 'old'>, old: Entry | undefined): void {
  if (old) changed(world, { ...now, old });
  else added(world, now.browserContext, now.entry);
}

type LeaseRow = { name: string; value: { holder: string } };

function holderOf(world: World): string {
  const rows = world.disk.rows<LeaseRow>(OUTBOX_DB_NAME, 'control');
  return rows.find(({ name }) => name === 'lease')?.value.holder ?? '';
}

/** Whoever first writes a holder's id is that holder. */
function noteLease(world: World, leases: Map<string, BrowserContext>, browserContext: BrowserContext): void {
  const holder = holderOf(world);
  if (holder !== '' && !leases.has(holder)) leases.set(holder, browserContext);
}

function leaseHolderOf(world: World, leases: Map<string, BrowserContext>): BrowserContext | null {
  return leases.get(holderOf(world)) ?? null;
}

function keyStandsForOnePayload(world: World, keys: Map<string, string>, { key, payload, id }: Entry): void {
  if (payload === null) return;
  const content = JSON.stringify(payload);
  const known = keys.get(key);
  if (known !== undefined && known !== content)
    breakRule(world, 'S14', `the key of ${id} stood for ${known}, now for ${content}`);
  keys.set(key, content);
}

/** What the user is doing in this tab to this entry, if anything. */
function opOn({ expected }: World, browserContext: BrowserContext, entry: Entry): UserAction | null {
  const thing = recordOfEntry(expected, entry);
  const isAbout = (op: UserAction) => op.id === entry.id || (op.thing !== null && op.thing === thing);
  return expected.actions.find(op => op.browserContext === browserContext && isAbout(op)) ?? null;
}

function added(world: World, browserContext: BrowserContext, entry: Entry): void {
  const { expected } = world;
  const op = opOfNew(world, browserContext, entry);
  if (!op) {
    breakRule(world, 'S3', `${entry.kind} ${entry.id} was saved by nobody`);
    return;
  }
  op.isKept = true;
  expected.kept += 1;
  const { kind, id } = entry;
  const thing = op.thing;
  if (kind === 'contact.update') {
    const text = markerOf(entry);
    if (thing) textIsKept(world, op, thing, entry);
    if (thing) thing.edits = [...thing.edits.filter(edit => edit.text !== text), { entryId: id, text }];
  } else if (kind === 'contact.delete') Object.assign(op.thing ?? {}, { isDeleted: true });
  else expected.records.push(madeBy(op, entry));
}

/** Who saves it, or says of what was corrected that it had arrived before: then the correction follows it. */
function opOfNew({ expected }: World, browserContext: BrowserContext, entry: Entry): UserAction | undefined {
  const thing = recordOfEntry(expected, entry);
  return expected.actions.find(
    op =>
      op.browserContext === browserContext &&
      (op.id === entry.id ||
        (op.marker !== undefined && op.marker === markerOf(entry)) ||
        (op.what === 'answer' && entry.kind === 'contact.update' && op.thing === thing && thing !== null)),
  );
}

function madeBy({ what, thing }: UserAction, entry: Entry): ExpectedRecord {
  const noun = what === 'order' ? 'order' : 'contact';
  return newExpectedRecord({
    noun,
    marker: markerOf(entry),
    userId: entry.owner.userId,
    key: entry.id,
    contact: noun === 'order' ? thing : null,
  });
}

/** All that a commit has removed, and the creates among it that the server does not have. */
type Removal = { gone: readonly Entry[]; notThere: readonly Entry[] };

function removed(
  world: World,
  browserContext: BrowserContext,
  entry: Entry,
  { gone, notThere }: Removal,
): void {
  if (entry.state === 'done' && (entry.payload === null || hasManyReceipts(world))) return;
  const op = opOn(world, browserContext, entry);
  const isByUser = op?.what === 'discard' || op?.what === 'delete';
  const ofSame = (entries: readonly Entry[]) =>
    entries.filter(({ aggregate }) => aggregate === entry.aggregate);
  const isDeletedAfter = ofSame(gone).some(({ kind, seq }) => kind === 'contact.delete' && seq >= entry.seq);
  const goesWithIt = ofSame(notThere).length > 0 && isDeletedAfter;
  if (!isByUser && !notThere.includes(entry) && !goesWithIt) {
    breakRule(world, 'S4', `${entry.kind} ${entry.id} (${entry.state}) was deleted by nobody`);
    return;
  }
  if (op) op.isKept = true;
  world.expected.discarded.add(entry.id);
  const thing = recordOfEntry(world.expected, entry);
  // Claimed is as good as gone: the request may leave after the entry.
  const hasLeft = entry.state === 'unsure' || world.network.log.some(sent => sent.entry?.id === entry.id);
  if (!thing) return;
  if (entry.kind.endsWith('.create')) thing.isGivenUp = true;
  else if (hasLeft) thing.isTextUnknown = true;
  thing.edits = thing.edits.filter(({ entryId }) => entryId !== entry.id);
  if (entry.kind === 'contact.delete') Object.assign(thing, { isDeleted: false, mayBeDeleted: hasLeft });
}

/** `leaseHolder`: who holds the lease now. */
export type Change = {
  browserContext: BrowserContext;
  leaseHolder: BrowserContext | null;
  old: Entry;
  entry: Entry;
};

/** The last ones are kept; whether the screens still show what an older one stood for, the screens' rules see. */
function hasManyReceipts({ disk }: World): boolean {
  const entries = disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  return entries.filter(({ state }) => state === 'done').length >= RECEIPTS_KEPT;
}

function changed(world: World, change: Change): void {
  const { browserContext, old, entry } = change;
  const op = opOn(world, browserContext, entry);
  for (const field of ['id', 'kind', 'aggregate', 'ownerKey', 'firstAt'] as const)
    if (old[field] !== entry[field]) breakRule(world, 'S4', `${field} of ${entry.id} was changed`);
  const isScrub = entry.payload === null && entry.state === 'done';
  const isRewritten = !isScrub && JSON.stringify(old.payload) !== JSON.stringify(entry.payload);
  if (!op && (isRewritten || old.key !== entry.key))
    breakRule(world, 'S14', `${entry.id} was rewritten by nobody`);
  if (op && isRewritten) noteRewritten(world, op, entry);
  if (op && op.id !== entry.id) op.isKept = true;
  const isByUser = op?.what === 'answer' || old.key !== entry.key || old.state === 'rejected';
  checkTransition(world, change, isByUser ? op : null);
}

function noteRewritten(world: World, op: UserAction, entry: Entry): void {
  const thing = op.thing ?? recordOfEntry(world.expected, entry);
  if (!thing || entry.kind === 'order.create') return;
  const text = (entry.payload as { comment: string }).comment;
  textIsKept(world, op, thing, entry);
  thing.edits = thing.edits.filter(({ entryId }) => entryId !== entry.id);
  thing.edits.push({ entryId: entry.id, text });
  if (keyOf(entry.aggregate) !== thing.key) breakRule(world, 'S19', `${entry.id} took in another thing`);
}

/** [S32] What another window wrote last is in what a form that has not touched it saves, unless it is erased here. */
function textIsKept(world: World, op: UserAction, thing: ExpectedRecord, entry: Entry): void {
  if (!op.keepsText || thing.isTextUnknown) return;
  const about = world.disk
    .rows<Entry>(OUTBOX_DB_NAME, 'entries')
    .filter(
      ({ aggregate, kind, seq }) =>
        aggregate === entry.aggregate && kind !== 'contact.delete' && seq <= entry.seq,
    );
  const text = thing.edits.at(-1)?.text ?? '';
  const saved = (entry.payload as { comment: string }).comment;
  const before = about.filter(({ seq }) => seq < entry.seq).at(-1);
  if (before ? before.payload === null : about.length === 0) return;
  if (saved !== text) breakRule(world, 'S32', `${thing.marker} has «${saved}», and lost «${text}»`);
}

/** Judges what has become of an entry by what this phone has really heard. */
export function checkTransition(world: World, change: Change, op: UserAction | null): void {
  const { old, entry } = change;
  const fail = (rule: string, message: string) =>
    breakRule(world, rule, `${entry.kind} ${entry.id}, ${old.state} → ${entry.state}: ${message}`);
  const isLost = old.state === 'done' && (entry.state !== 'done' || old.serverId !== entry.serverId);
  if (isLost) fail('S12', 'what is confirmed has changed');
  else if (op) judgeUser(world, change, op, fail);
  else if (old.attemptId !== entry.attemptId) judgeClaim(change, fail);
  else if (old.state === entry.state) judgeAbsence(world, change, fail);
  else if (old.state === 'rejected') fail('S15', 'only the user may do that');
  else if (old.state !== 'unsure') fail('S12', 'without an attempt');
  else judgeResult(world, change, fail);
}

type Fail = (rule: string, message: string) => void;

/** The user's word: a change of what is open, an answer to a question. */
function judgeUser(world: World, { old, entry }: Change, op: UserAction, fail: Fail): void {
  if (op.what === 'answer' && old.question && entry.state === 'queued' && op.thing) op.thing.allowed += 1;
  else if (old.state === 'unsure' && !old.question && entry.state !== 'unsure')
    fail('S13', 'nobody knows yet what became of it');
  if (entry.state === 'done') judgeDone(world, entry, fail);
}

function judgeClaim({ browserContext, leaseHolder, old, entry }: Change, fail: Fail): void {
  if (entry.state !== 'unsure' || entry.attempts !== old.attempts + 1)
    fail('S10', 'an attempt without its mark');
  if (old.state === 'rejected' || old.state === 'done') fail('S15', 'tried once more');
  if (old.question) fail('S16', 'tried although the user is asked');
  if (leaseHolder !== browserContext) fail('S21', 'tried by a context that does not hold the lease');
}

/** [S13] "Not there" needs a list of the owner's own, heard after the last attempt. */
function judgeAbsence(world: World, { browserContext, old, entry }: Change, fail: Fail): void {
  if (entry.absentAt === old.absentAt) return;
  const list = lastLookUp(world, browserContext, entry);
  if (!isProvenAbsent(world, browserContext, entry)) fail('S13', 'called absent, but nobody has looked');
  else if (list?.subject !== entry.owner.userId) fail('S27', 'looked for among the things of somebody else');
}

/** [S19] A create that was given up and looked for, or that the server itself has refused after the user deleted its thing. */
function isNotThere(world: World, browserContext: BrowserContext, entry: Entry): boolean {
  if (entry.isGivenUp) return isProvenAbsent(world, browserContext, entry);
  const last = world.network.log.findLast(({ entry: sent }) => sent?.id === entry.id);
  const isDeleted = recordOfEntry(world.expected, entry)?.isDeleted === true;
  const isRefused = last?.heard?.proof === 'refused' && (entry.earlier ?? []).length === 0;
  return entry.kind === 'contact.create' && isDeleted && isRefused;
}

/** Somebody has looked for it after it left for the last time. */
function isProvenAbsent(world: World, browserContext: BrowserContext, entry: Entry): boolean {
  const last = world.network.log.findLast(({ entry: sent }) => sent?.id === entry.id);
  const list = lastLookUp(world, browserContext, entry);
  return list !== undefined && (last === undefined || list.id > last.id);
}

function lastLookUp({ network }: World, browserContext: BrowserContext, { kind }: Entry): Sent | undefined {
  const end = kind === 'order.create' ? '/getRequests' : '/contacts/list';
  return network.log.findLast(
    sent =>
      sent.browserContext === browserContext && sent.path.endsWith(end) && sent.heard?.proof === 'success',
  );
}

/** [S11] A result needs an answer; [S12] an answer to that very attempt. */
function judgeResult(world: World, change: Change, fail: Fail): void {
  const { old, entry } = change;
  const about = world.network.log.filter(sent => sent.entry?.id === old.id);
  const last = about.findLast(sent => sent.entry?.attemptId === old.attemptId);
  const isShown = (sent: Sent | undefined) =>
    sent !== undefined && (shows(sent, entry) || isBelieved(world, sent, entry));
  const isNeverLeft = entry.state === 'queued' && last === undefined;
  const isFound = entry.state === 'done' && wasFound(world, change);
  const isNeeded =
    old.isGivenUp && entry.state === 'rejected' && isProvenAbsent(world, change.browserContext, entry);
  if (!isShown(last) && !isNeverLeft && !isFound && !isNeeded) {
    const isStale = about.some(sent => sent !== last && isShown(sent));
    fail(isStale ? 'S12' : 'S11', isStale ? 'by the answer to another attempt' : 'without a proof');
  }
  if (entry.state === 'done') judgeDone(world, entry, fail);
}

function shows({ heard }: Sent, { state, kind }: Entry): boolean {
  const status = heard?.reply?.status;
  const isGone = kind === 'contact.delete' && (status === 404 || status === 410);
  if (state === 'done') return heard?.proof === 'success' || (isGone && heard?.proof === 'refused');
  return heard?.proof === (state === 'rejected' ? 'refused' : 'not-applied');
}

/**
 * [S11] A refusal without the echo of its key is believed, and only so far, until this phone has seen what those of the
 * backend look like; a 2xx that says no, until it has seen the echo of any key.
 */
function isBelieved({ disk, saysKeyed }: World, { heard }: Sent, { state, error }: Entry): boolean {
  const status = heard?.reply?.status ?? 0;
  const facts = disk.rows<{ name: string }>(OUTBOX_DB_NAME, 'control').map(({ name }) => name);
  const knows = (fact: string) => facts.some(name => name.startsWith(fact));
  if (state !== 'rejected' || error?.isEchoed) return false;
  return status < 300 ? !saysKeyed && !knows('keyed:') : status < 500 && !knows('echoes-refusals:');
}

/** [S13] A look-up found it. */
function wasFound(world: World, { browserContext, entry }: Change): boolean {
  const list = lastLookUp(world, browserContext, entry);
  return list?.heard?.reply?.body.includes(`"id":${entry.serverId},`) ?? false;
}

/** Honesty: what is called sent is on the server, and the id map says where. */
function judgeDone(world: World, entry: Entry, fail: Fail): void {
  const { server, disk } = world;
  const marker = markerOf(entry);
  const has = (what: string) =>
    server.effects.some(effect => effect.what === what && effect.marker === marker);
  const contact = server.contacts.get(serverIdOf(world, entry) ?? 0);
  const isTrue: Record<string, () => boolean> = {
    'contact.create': () => has('create') && contact?.last_name === marker,
    'contact.update': () => has('update'),
    'contact.delete': () => contact === undefined || contact.isDeleted,
    'order.create': () => has('order'),
  };
  if (!isTrue[entry.kind]?.()) fail('S11', 'called done, but the server knows nothing of it');
  if (!entry.kind.endsWith('.create') || entry.serverId === null) return;
  const pairs = disk.rows<IdPair>(OUTBOX_DB_NAME, 'idMap');
  const isMapped = pairs.some(pair => pair.localId === entry.id && pair.serverId === entry.serverId);
  if (!isMapped) fail('S18', 'done without its pair of ids');
}

function serverIdOf({ disk }: World, entry: Entry): number | null {
  const key = keyOf(entry.aggregate);
  const pair = disk.rows<IdPair>(OUTBOX_DB_NAME, 'idMap').find(({ localId }) => localId === key);
  return pair?.serverId ?? (Number(key) || entry.serverId);
}
