import { liveQuery } from 'dexie';
import type { Problem } from '#api/problem.ts';
import { pullContactPage } from '#features/contacts/offline/pull-contacts.ts';
import { pullAll, pullConfirmed, pullMissing } from '#features/offline.ts';
import { announcementOf } from '#features/outbox/entry-toasts.ts';
import { duplicateTexts, lostTexts } from '#features/outbox/notice-texts.ts';
import { recordDuplicates } from '#features/outbox/offline/duplicates.ts';
import { memoryLocks, type WithLock } from '#kit/locks.ts';
import { isDataSaverOn } from '#state/data-saver.ts';
import type { Device, DeviceSync } from '#state/device-context.ts';
import { pullContext, withCache } from '#state/local.ts';
import { makeRoom } from '#state/make-room.ts';
import { noteAnswer, noteExchange, noteNetwork } from '#state/sync.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { isKeyed } from '#sync/control-rows.ts';
import { connect } from '#sync/create-drain-context.ts';
import { noteUnsent } from '#sync/lost-entries.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { PullContext } from '#sync/pull.ts';
import { restoreIdMap } from '#sync/restore-id-map.ts';
import { createRunner, type Runner, type Timer } from '#sync/runner.ts';
import { createSession } from '#sync/session.ts';
import { takeAnnouncements } from '#sync/take-announcements.ts';
import { webLocks } from '#sync/web-locks.ts';
import { notify } from '#ui/toast.tsx';
import { createSendThenFetch } from './send-then-fetch.ts';

/** Everything that writes, sends and fetches. A chunk of its own: the first paint only reads the device. */
export async function createDeviceSync(device: Device): Promise<DeviceSync> {
  const { config, auth, db, kinds, now } = device;
  const { apiOrigin } = config;
  // Without it an order may wait, but everything else goes on.
  await restoreIdMap(db).catch(reportError);
  watchUnsent(device);
  const withLock: WithLock = 'locks' in navigator ? webLocks : memoryLocks();
  const { origin } = window.location;
  const connection = connect({ config, origin, auth, db, kinds, now, withLock, onCall: noteAnswer });
  const { identity, transport, api, context } = connection;
  const runner = pageRunner(device, context, sent => exchange.afterPass(sent));
  const exchange = createSendThenFetch({
    wake: runner.wake,
    fetchAll: () => fetchAll(device),
    fetchMissing: () => fetchMissing(device),
    fetchConfirmed: async () => void (await onOwnCache(device, pullConfirmed)),
    isSavingData: isDataSaverOn,
    timer,
    random: context.random,
  });
  return {
    api,
    runner,
    refresh: exchange.refresh,
    sendAndFetch: exchange.sendAndFetch,
    session: createSession({ ...identity, api, transport, auth, db, apiOrigin, withLock, now }),
    outbox: createOutbox({ db, kinds, now, makeRoom: () => makeRoom(device) }),
  };
}

const timer: Timer = (callback, delayMs) => {
  const id = window.setTimeout(callback, delayMs);
  return () => window.clearTimeout(id);
};

function pageRunner(
  device: Device,
  context: Parameters<typeof createRunner>[0]['context'],
  afterPass: (sent: number) => Promise<void>,
): Runner {
  return createRunner({
    context,
    owner: device.session.owner,
    timer,
    maySteal: () => document.visibilityState === 'visible',
    async afterPass({ problem, sent }) {
      if (sent > 0 || problem) noteNetwork(problem);
      noteExchange({ pass: problem });
      if (problem && problem.kind !== 'unauthenticated') device.sendLater();
      await announceSettled(device);
      await afterPass(sent);
      if (sent > 0) await onOwnCache(device, notifyDuplicatesAfterPass);
    },
  });
}

async function onOwnCache<Value>(
  device: Device,
  work: (pulls: PullContext) => Promise<Value>,
): Promise<Value | undefined> {
  return withCache(() => pullContext(device, device.session.owner()), work);
}

/** Fetches the book, the reference lists and the newest requests; what cannot be fetched stays as it was. */
async function fetchAll(device: Device): Promise<Problem | null> {
  const pulled = await onOwnCache(device, async pulls => {
    const all = await pullAll(pulls);
    const problem = all.ok ? null : all.problem;
    noteNetwork(problem);
    noteExchange({ fetch: problem });
    await notifyDuplicates(pulls);
    return all;
  });
  return pulled && !pulled.ok ? pulled.problem : null;
}

/** Where nothing was missing nothing was asked: only a problem says something of the network. */
async function fetchMissing(device: Device): Promise<void> {
  const pulled = await onOwnCache(device, pullMissing);
  if (!pulled || pulled.ok) return;
  noteNetwork(pulled.problem);
  noteExchange({ fetch: pulled.problem });
}

/** Tells what the server has confirmed or refused since somebody last told it; of several tabs one does. */
async function announceSettled(device: Device): Promise<void> {
  const owner = device.session.owner();
  if (!owner) return;
  const settled = await takeAnnouncements(device.db, ownerKeyOf(owner));
  for (const notice of announcementOf(settled)) notify(notice);
}

/** After a refresh: tells once of what is on the server twice though it was saved here once. */
async function notifyDuplicates(pulls: PullContext): Promise<void> {
  const { db, cache, owner } = pulls;
  const fresh = await recordDuplicates({ db, cache, ownerKey: ownerKeyOf(owner) });
  if (fresh.length > 0)
    notify({ type: 'warning', title: duplicateTexts.title, message: duplicateTexts.where });
}

/** After a pass: a backend without keys is asked for its newest contacts, where a second delivery would show. */
async function notifyDuplicatesAfterPass(pulls: PullContext): Promise<void> {
  if (await isKeyed(pulls.db, pulls.owner.apiOrigin)) return;
  await pullContactPage(pulls, 1);
  await notifyDuplicates(pulls);
}

/** Notifies at a start that unsent entries were lost with the outbox; then keeps their number beside it. */
export function watchUnsent({ db, session }: Device): void {
  let isStart = true;
  let noted = Promise.resolve();
  let isQueued = false;
  const note = async () => {
    isQueued = false;
    const owner = session.lastOwner();
    const ownerKey = owner && ownerKeyOf(owner);
    const lost = await noteUnsent(db, localStorage, ownerKey, isStart);
    // Only now: a loss that could not be written down is looked for again.
    isStart = false;
    if (ownerKey && lost.includes(ownerKey)) notify({ type: 'warning', ...lostTexts });
  };
  liveQuery(() => db.entries.count()).subscribe(() => {
    // The one that waits will count this change too.
    if (isQueued) return;
    isQueued = true;
    noted = noted.then(note).catch(error => {
      // [S7] A newer version of the app has taken the database over: it keeps the number now.
      if (!db.outdated) reportError(error);
    });
  });
}
