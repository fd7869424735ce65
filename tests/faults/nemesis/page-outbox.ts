import { localAuthStore } from '#api/auth-state.ts';
import { kinds } from '#features/queued-kinds.ts';
import { CacheDb, clearRefetchable } from '#storage/cache-db.ts';
import { type Entry, OutboxDb, ownerKeyOf } from '#storage/outbox-db.ts';
import { readLease } from '#sync/lease.ts';
import { createOutbox, type Outbox } from '#sync/outbox.ts';
import { OUTBOX_SYNC_TAG } from '#sync/worker-messages.ts';

/** What somebody wants to save; `id` as the form's instance would be. */
export type SaveRequest = { id: string; kind: string; payload: unknown };

/** What the user was told. `owner` 0: nobody is signed in. */
export type SaveResult = { kept: boolean; why: string; owner: number };

/** An entry as the attack needs it. `payload` is null once it was scrubbed. */
export type SeenEntry = Pick<
  Entry,
  | 'seq'
  | 'id'
  | 'kind'
  | 'aggregate'
  | 'refs'
  | 'state'
  | 'attempts'
  | 'key'
  | 'serverId'
  | 'payload'
  | 'absentAt'
> & { owner: number; hasQuestion: boolean; error: string };

/** Everything that a device knows at the end. */
export type SeenDevice = {
  entries: SeenEntry[];
  /** Ids on the server that the app takes for a second delivery of something of its own. */
  duplicates: { noun: string; twinId: number }[];
  /** Who holds and who waits for which lock, the lease, who is signed in: to be read by who looks for a reason. */
  circumstances: string;
};

/** The page's own connection to the database of the app that runs in the same page. */
let opened: { db: OutboxDb; outbox: Outbox } | null = null;

function open(): { db: OutboxDb; outbox: Outbox } {
  if (opened && !opened.db.outdated) return opened;
  const db = new OutboxDb();
  opened = { db, outbox: createOutbox({ db, kinds, now: Date.now, makeRoom }) };
  return opened;
}

function subject(): number | null {
  return localAuthStore(window.localStorage).read().subject;
}

/** [S6] As the app does it: what can be fetched again makes room. */
async function makeRoom(): Promise<void> {
  const userId = subject();
  if (userId === null) return;
  const cache = new CacheDb(ownerKeyOf({ apiOrigin: '', userId }));
  await clearRefetchable(cache);
  cache.close();
}

/** Saves as a form does, or several at once as the import does, and tells it; then asks for a pass as the app does. */
export async function save(wishes: readonly SaveRequest[]): Promise<void> {
  const received = await enqueue(wishes);
  for (const { id } of wishes) void window.nemesisResult(id, received);
  wakeApp();
}

async function enqueue(wishes: readonly SaveRequest[]): Promise<SaveResult> {
  const userId = subject();
  if (userId === null) return { kept: false, why: 'nobody is signed in', owner: 0 };
  const owner = { apiOrigin: '', userId };
  const { outbox } = open();
  const [only, ...others] = wishes;
  const isOne = only !== undefined && others.length === 0;
  const saved = isOne ? await outbox.enqueue(owner, only) : await outbox.enqueueAll(owner, wishes);
  return { kept: saved.ok, why: saved.ok ? '' : saved.problem.reason, owner: userId };
}

/** The user gives a refused entry what it lacked. */
export async function correct(id: string, payload: unknown): Promise<SaveResult> {
  const corrected = await open().outbox.correct(id, payload);
  wakeApp();
  return { kept: corrected.ok, why: corrected.ok ? '' : corrected.problem.reason, owner: subject() ?? 0 };
}

/** The app asks for a pass when its page comes back from the browser's cache; nothing else hangs on that event. */
function wakeApp(): void {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  void requestSync();
}

async function requestSync(): Promise<void> {
  const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  // Refused where no page is visible: the app does without it too.
  await sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined);
}

/** The browser says that it has a network. */
export function dispatchOnline(): void {
  window.dispatchEvent(new Event('online'));
}

/** Everything on this device, whoever it belongs to. */
export async function look(): Promise<SeenDevice> {
  const { db } = open();
  const entries = await db.entries.orderBy('seq').toArray();
  const noted = await db.control.where('name').startsWith('twins:').toArray();
  return {
    entries: entries.map(seen),
    duplicates: noted.flatMap(row => row.value as SeenDevice['duplicates']), // as duplicates.ts writes them
    circumstances: await setCircumstances(db),
  };
}

async function setCircumstances(db: OutboxDb): Promise<string> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const names = (locks: LockInfo[]) => locks.map(({ name, clientId }) => `${name} by ${clientId}`).join(', ');
  const lease = await readLease(db);
  const { subject: userId, isOn } = whoIsIn();
  const due = await db.entries.where('state').anyOf('queued', 'unsure').toArray();
  const waits = due.map(({ nextAt }) => Math.round((nextAt - Date.now()) / 1000)).join(', ');
  return [
    `locks: ${names(held)}; waiting: ${names(pending)}`,
    `lease: ${JSON.stringify(lease)}, ${Math.round((Date.now() - lease.at) / 1000)} s old`,
    `user ${userId}, ${isOn ? 'in' : 'out'}; online: ${navigator.onLine}; due in ${waits} s`,
  ].join('; ');
}

function seen(entry: Entry): SeenEntry {
  const { seq, id, kind, aggregate, refs, state, attempts, key, serverId, payload, absentAt } = entry;
  const facts = { seq, id, kind, aggregate, refs, state, attempts, key, serverId, payload, absentAt };
  const { owner, question, error } = entry;
  return {
    ...facts,
    owner: owner.userId,
    hasQuestion: question !== null,
    error: error ? `${error.kind} ${error.status} ${error.message}` : '',
  };
}

/** Who is signed in; `isOn` false: the session has ended by itself. */
export function whoIsIn(): { subject: number | null; isOn: boolean } {
  const { subject: userId, isLoggedIn } = localAuthStore(window.localStorage).read();
  return { subject: userId, isOn: isLoggedIn };
}
