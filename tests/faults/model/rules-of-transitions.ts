import { OUTBOX_DB_NAME } from '#storage/names.ts';
import type { Entry, IdPair } from '#storage/outbox-db.ts';
import { keyOf } from '#sync/identity.ts';
import { markerOf, type Op } from './intents.ts';
import type { Life } from './life.ts';
import type { Change } from './rules-of-disk.ts';
import type { Sent } from './sent.ts';
import { breakRule, type World } from './world.ts';

/** Judges what has become of an entry by what this phone has really heard. */
export function judgeTransition(world: World, change: Change, op: Op | null): void {
  const { old, entry } = change;
  const fail = (rule: string, message: string) =>
    breakRule(world, rule, `${entry.kind} ${entry.id}, ${old.state} → ${entry.state}: ${message}`);
  if (old.state === 'done' && (entry.state !== 'done' || old.serverId !== entry.serverId))
    return fail('S12', 'what is confirmed has changed');
  if (op) return judgeUser(world, change, op, fail);
  if (old.attemptId !== entry.attemptId) return judgeClaim(change, fail);
  if (old.state === entry.state) return judgeAbsence(world, change, fail);
  if (old.state === 'rejected') return fail('S15', 'only the user may do that');
  if (old.state !== 'unsure') return fail('S12', 'without an attempt');
  judgeResult(world, change, fail);
}

type Fail = (rule: string, message: string) => void;

/** The user's word: a change of what is open, an answer to a question. */
function judgeUser(world: World, { old, entry }: Change, op: Op, fail: Fail): void {
  if (op.what === 'answer' && old.question && entry.state === 'queued' && op.thing) op.thing.allowed += 1;
  else if (old.state === 'unsure' && !old.question && entry.state !== 'unsure')
    fail('S13', 'nobody knows yet what became of it');
  if (entry.state === 'done') judgeDone(world, entry, fail);
}

function judgeClaim({ life, lessor, old, entry }: Change, fail: Fail): void {
  if (entry.state !== 'unsure' || entry.attempts !== old.attempts + 1)
    fail('S10', 'an attempt without its mark');
  if (old.state === 'rejected' || old.state === 'done') fail('S15', 'tried once more');
  if (old.question) fail('S16', 'tried although the user is asked');
  if (lessor !== life) fail('S21', 'tried by a context that does not hold the lease');
}

/** [S13] "Not there" needs a list of the owner's own, heard after the last attempt. */
function judgeAbsence(world: World, { life, old, entry }: Change, fail: Fail): void {
  if (entry.absentAt === old.absentAt) return;
  const last = world.wire.log.findLast(({ entry: sent }) => sent?.id === entry.id);
  const list = lastLookUp(world, life, entry);
  if (!list || (last && list.id < last.id)) fail('S13', 'called absent, but nobody has looked');
  else if (list.subject !== entry.owner.userId) fail('S27', 'looked for among the things of somebody else');
}

function lastLookUp({ wire }: World, life: Life, { kind }: Entry): Sent | undefined {
  const end = kind === 'order.create' ? '/getRequests' : '/contacts/list';
  return wire.log.findLast(
    sent => sent.life === life && sent.path.endsWith(end) && sent.heard?.proof === 'success',
  );
}

/** [S11] A result needs an answer; [S12] an answer to that very attempt. */
function judgeResult(world: World, change: Change, fail: Fail): void {
  const { old, entry } = change;
  const about = world.wire.log.filter(sent => sent.entry?.id === old.id);
  const last = about.findLast(sent => sent.entry?.attemptId === old.attemptId);
  const isShown = (sent: Sent | undefined) => sent !== undefined && shows(sent, entry);
  const isNeverLeft = entry.state === 'queued' && last === undefined;
  const isFound = entry.state === 'done' && wasFound(world, change);
  if (!isShown(last) && !isNeverLeft && !isFound) {
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

/** [S13] A look-up found it. */
function wasFound(world: World, { life, entry }: Change): boolean {
  const list = lastLookUp(world, life, entry);
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
