import { MINUTE_MS } from '#kit/clock.ts';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { recordOfEntry } from './expected.ts';
import type { NetworkHooks } from './network.ts';
import type { Sent } from './sent.ts';
import { breakRule, type World } from './world.ts';

const LOCAL_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const LIVE = ['queued', 'unsure', 'rejected'];

/** Looks at each request when it leaves, arrives, and is carried out. */
export function watchNetwork(world: World): NetworkHooks {
  const lastSeq = new Map<string, number>();
  return {
    entryOf: key => entries(world).find(entry => entry.key === key) ?? null,
    left(sent) {
      if (LOCAL_ID.test(sent.path + sent.body)) breakRule(world, 'S18', `a local id left: ${sent.body}`);
      if (sent.path === '/oauth/token') refreshIsNeeded(world, sent);
      if (sent.key !== null && sent.entry) writeIsDue(world, sent, sent.entry);
      else if (sent.key !== null && !sent.wasLate)
        breakRule(world, 'S10', `a write left that no entry stands for: ${sent.body}`);
    },
    arrived(sent) {
      const { contact_id } = sent.json;
      if (typeof contact_id === 'number' && !world.server.contacts.has(contact_id))
        breakRule(world, 'S18', `an order came before its contact ${contact_id}`);
    },
    carriedOut(sent) {
      onlyOnce(world, sent);
      inOrder(world, sent, lastSeq);
    },
    doubled(sent) {
      const thing = sent.entry && recordOfEntry(world.expected, sent.entry);
      if (thing && !world.keyed) thing.excused += 1;
    },
  };
}

function entries({ disk }: World): Entry[] {
  return disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
}

/** What must hold when the request of an entry leaves. */
function writeIsDue(world: World, sent: Sent, entry: Entry): void {
  const fail = (rule: string, message: string) =>
    breakRule(world, rule, `${entry.kind} ${entry.id}: ${message}`);
  if (sent.subject !== entry.owner.userId) fail('S27', `left with the token of user ${sent.subject}`);
  if (sent.wasLate) return;
  const log = world.network.log.filter(other => other !== sent && other.entry?.id === entry.id);
  const same = log.findLast(other => other.entry?.attemptId === entry.attemptId);
  if (entry.state !== 'unsure') fail('S10', `left while it was ${entry.state} on the disk`);
  if (same && same.heard?.reply?.status !== 401) fail('S10', 'left twice in one attempt');
  if (world.locks.holderOf('drain') !== sent.browserContext) fail('S21', 'left without the lock');
  if (log.some(other => !other.heard && !other.browserContext.isDead() && !other.browserContext.isLate))
    fail('S21', 'left while an earlier request of it was under way');
  const earlier = entries(world).find(
    other => other.aggregate === entry.aggregate && other.seq < entry.seq && LIVE.includes(other.state),
  );
  if (earlier) fail('S16', `left before the earlier ${earlier.kind}`);
  if (!world.keyed && entry.kind.endsWith('.create')) createIsProven(world, entry, log, fail);
}

/** [S13] Legacy: a create leaves again only when the last request is proven to have done nothing. */
function createIsProven(
  world: World,
  entry: Entry,
  log: Sent[],
  fail: (rule: string, message: string) => void,
): void {
  const last = log.at(-1);
  if (!last) return;
  if (last.heard && (last.heard.proof === 'not-applied' || last.heard.proof === 'refused')) return;
  if (recordOfEntry(world.expected, entry)?.allowed !== 1) return;
  if (entry.absentAt === 0) fail('S13', 'left again although nobody looked for it');
  const end = entry.kind === 'order.create' ? '/getRequests' : '/contacts/list';
  const looked = world.network.log.some(
    ({ id, path, heard, subject }) =>
      id > last.id && path.endsWith(end) && heard?.proof === 'success' && subject === entry.owner.userId,
  );
  if (!looked) fail('S13', 'left again without a look-up after the last attempt');
  if (world.time.real() - last.leftAt < 2 * MINUTE_MS && !world.clockWasTurned)
    fail('S13', 'left again before the settle time was over');
}

/** [S25] A token is renewed once, and only after the server has refused it. */
function refreshIsNeeded(world: World, sent: Sent): void {
  const refresh = new URLSearchParams(sent.body).get('refresh_token');
  const login = refresh === null ? null : world.server.loginOf(refresh);
  if (!login) return;
  const { log } = world.network;
  const isRefused = log.some(({ token, heard }) => token === login.access && heard?.reply?.status === 401);
  if (!isRefused) breakRule(world, 'S25', 'a token was renewed that nobody had refused');
  const others = log.filter(other => other !== sent && other.body === sent.body);
  if (
    others.some(
      ({ heard, browserContext }) =>
        heard?.proof === 'success' && !browserContext.isDead() && !browserContext.isLate,
    )
  )
    breakRule(world, 'S25', 'a token was renewed twice');
  if (
    others.some(({ heard, browserContext }) => !heard && !browserContext.isDead() && !browserContext.isLate)
  )
    breakRule(world, 'S25', 'two contexts renew one token');
}

/** Keyed: never twice. Legacy: as often as the user, or the network below the app, has made it. */
function onlyOnce(world: World, sent: Sent): void {
  const { entry } = sent;
  const effect = world.server.effects.at(-1);
  const thing = entry && recordOfEntry(world.expected, entry);
  if (!thing || !effect || (effect.what !== 'create' && effect.what !== 'order')) return;
  if (!world.keyed && sent.wasLate) thing.excused += 1;
  const made = world.server.effects.filter(
    ({ what, marker }) => what === effect.what && marker === effect.marker,
  ).length;
  const duplicates = world.expected.records.filter(
    ({ marker, noun }) => marker === thing.marker && noun === thing.noun,
  );
  const allowed = duplicates.reduce((sum, duplicate) => sum + duplicate.allowed + duplicate.excused, 0);
  if (made > allowed) breakRule(world, 'S13', `${effect.what} ${effect.marker} was done ${made} times`);
}

/** [S16] The server does things in the order in which they were saved, thing by thing. */
function inOrder(world: World, sent: Sent, lastSeq: Map<string, number>): void {
  if (!sent.entry) return;
  const { aggregate, seq, kind } = sent.entry;
  const isBelow = !world.keyed && (sent.isLate || sent.wasLate || sent.heard !== null);
  const last = lastSeq.get(aggregate) ?? 0;
  if (seq < last && !isBelow) breakRule(world, 'S16', `${kind} was done after what had been saved later`);
  const thing = recordOfEntry(world.expected, sent.entry);
  if (seq < last && isBelow && thing) thing.isTextUnknown = true;
  lastSeq.set(aggregate, Math.max(seq, last));
}
