import { addFaults, type FaultCounts, type NemesisFigures, NO_NEMESIS } from '../figures.ts';
import type { Action } from './client.ts';
import type { SeenDevice, SeenEntry } from './page-outbox.ts';
import type { Passage } from './proxy/proxy.ts';
import type { Effect, ServerData } from './server.ts';

/** What is known of one device when everything is over. */
export type DeviceEnd = {
  name: string;
  actions: readonly Action[];
  device: SeenDevice;
  passages: readonly Passage[];
  met: FaultCounts;
  /** When a page or the browser was ended hard, or a tab was led elsewhere. */
  killedAt: readonly number[];
  /** From the healing to an empty outbox; null: it never was. */
  toEmptyMs: number | null;
  expiries: number;
};

export type RoundEnd = { keyed: boolean; devices: readonly DeviceEnd[]; data: ServerData };

/** A finding: the figure that it counts in, and words that name the rule. */
export type Finding = { counts: CountedFigure | null; words: string };

export type CountedFigure =
  | 'lost'
  | 'doubledKeyed'
  | 'doubledByUs'
  | 'wrongOrder'
  | 'orphans'
  | 'wrongUser'
  | 'stuck';

export type Verdict = { figures: NemesisFigures; findings: string[] };

/** Says what came of a round. What the rules allow (a browser that repeats on a backend without keys) is only counted. */
export function judge(end: RoundEnd): Verdict {
  const findings: Finding[] = [];
  let figures: NemesisFigures = NO_NEMESIS;
  for (const device of end.devices) {
    const things = thingsOf(device, end.data);
    findings.push(...things.flatMap(thing => judgeThing(thing, device, end)));
    findings.push(...stuckOf(device), ...foreignTokens(device), ...doubledRefreshes(device));
    figures = addFigures(figures, countDevice(device, things, end));
  }
  if (end.keyed) findings.push(...doubledUpdates(end));
  findings.push(...end.data.disagreements.map(words => ({ counts: null, words })));
  for (const { counts } of findings) if (counts) figures = { ...figures, [counts]: figures[counts] + 1 };
  return { figures, findings: findings.map(({ words }) => words) };
}

/** The sums of two rounds. */
export function addFigures(one: NemesisFigures, other: NemesisFigures): NemesisFigures {
  const faults = addFaults(one.faults, other.faults);
  const numbers = Object.fromEntries(
    Object.entries(one).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value + Number(Reflect.get(other, name))]] : [],
    ),
  );
  return { ...one, ...numbers, faults, toEmptyMs: [...one.toEmptyMs, ...other.toEmptyMs] };
}

function countDevice(device: DeviceEnd, things: readonly Thing[], { keyed }: RoundEnd): NemesisFigures {
  const doubled = things.filter(isDoubled);
  // A create without an answer that finds two rows of its own shows both, and asks which it is.
  const isAsked = ({ kind, hasQuestion }: SeenEntry) => kind.endsWith('.create') && hasQuestion;
  const isDetected = (thing: Thing) =>
    thing.entries.some(isAsked) ||
    device.device.duplicates.some(({ twinId }) => rowsOf(thing).some(row => row.id === twinId));
  const isRefresh = ({ path, body }: Passage) =>
    path === '/oauth/token' && /refresh_token/.test(grantOf(body));
  return {
    ...NO_NEMESIS,
    acknowledged: device.actions.filter(action => action.result === 'kept').length,
    faults: device.met,
    doubledByBrowser: keyed ? 0 : sum(doubled.map(thing => doubledByBrowser(thing, device))),
    detected: doubled.filter(isDetected).length,
    toEmptyMs: device.toEmptyMs === null ? [] : [device.toEmptyMs],
    expiries: device.expiries,
    refreshes: device.passages.filter(passage => isRefresh(passage) && passage.status === 200).length,
  };
}

/** What still has a way to go by itself: neither it nor what it needs waits for the user's answer ([S16]). */
export function openOf(entries: readonly SeenEntry[]): SeenEntry[] {
  const live = entries.filter(({ state }) => state === 'queued' || state === 'unsure');
  const asked = live.filter(({ hasQuestion }) => hasQuestion);
  const isBehind = (entry: SeenEntry, { id, aggregate, seq }: SeenEntry) =>
    entry.refs.includes(id) || (entry.aggregate === aggregate && entry.seq >= seq);
  return live.filter(entry => !asked.some(other => isBehind(entry, other)));
}

export function stuckOf({ name, device }: DeviceEnd): Finding[] {
  return openOf(device.entries).map(({ id, kind, state, attempts, error, owner }) => ({
    counts: 'stuck',
    words: `[S22] ${name}: ${kind} ${id} is still ${state} after ${attempts} attempts: ${error} (user ${owner}; ${device.circumstances})`,
  }));
}

/** [S27] A token is one user's: a token that carried the entries of two was used for the wrong one. */
export function foreignTokens({ name, device, passages }: DeviceEnd): Finding[] {
  const owners = new Map(device.entries.map(entry => [entry.key, entry.owner]));
  const users = new Map<string, Set<number>>();
  for (const { key, token } of passages) {
    const owner = owners.get(key);
    if (owner !== undefined && token !== '') users.set(token, (users.get(token) ?? new Set()).add(owner));
  }
  const shared = [...users.values()].filter(each => each.size > 1);
  return shared.map(each => ({
    counts: 'wrongUser',
    words: `[S27] ${name}: one token carried entries of the users ${[...each].join(' and ')}`,
  }));
}

/** An answer that was not heard by then is none: the app has given its request up. */
const HEARD_MS = 30_000;

/** [S25] A refresh token that was exchanged and answered is not exchanged again, unless who heard the answer died. */
export function doubledRefreshes({ name, passages, killedAt }: DeviceEnd): Finding[] {
  const answered = passages.filter(
    ({ path, body, fault, status }) =>
      path === '/oauth/token' && grantOf(body) === 'refresh_token' && fault === '' && status === 200,
  );
  const first = new Map<string, Passage>();
  const findings: Finding[] = [];
  for (const passage of answered) {
    const token = refreshTokenOf(passage.body);
    const before = first.get(token);
    const hasDied =
      before && killedAt.some(at => at >= before.at && at <= Math.min(passage.at, before.at + HEARD_MS));
    if (before && !hasDied)
      findings.push({ counts: null, words: `[S25] ${name}: a token was refreshed twice` });
    first.set(token, passage);
  }
  return findings;
}

export function grantOf(body: string): string {
  return String(fieldsOf(body).grant_type ?? new URLSearchParams(body).get('grant_type') ?? '');
}

function refreshTokenOf(body: string): string {
  return String(fieldsOf(body).refresh_token ?? new URLSearchParams(body).get('refresh_token') ?? '');
}

/** [S13] With keys an edit that was sent several times took effect once: no more effects than keys. */
export function doubledUpdates({ data, devices }: RoundEnd): Finding[] {
  const keys = new Map<number, Set<string>>();
  for (const { key, body } of devices.flatMap(device => device.passages)) {
    const { id } = key === '' ? {} : fieldsOf(body);
    if (typeof id === 'number') keys.set(id, (keys.get(id) ?? new Set()).add(key));
  }
  return [...keys].flatMap(([entityId, own]) => {
    const updates = data.effects.filter(
      effect => effect.entity === 'contact' && effect.action === 'update' && effect.entityId === entityId,
    );
    const words = `[S13] contact ${entityId}: ${updates.length} updates by ${own.size} keys`;
    return repeated(Math.max(0, updates.length - own.size), 'doubledKeyed', words);
  });
}

type Contact = ServerData['contacts'][number];

type Request = ServerData['requests'][number];

/** What was promised about one thing, and what has become of it. */
export type Thing = {
  marker: string;
  actions: Action[];
  entries: SeenEntry[];
  contacts: Contact[];
  requests: Request[];
};

export function thingsOf({ actions, device }: DeviceEnd, data: ServerData): Thing[] {
  const markers = [...new Set(actions.map(action => action.marker))];
  return markers.map(marker => {
    const own = actions.filter(action => action.marker === marker);
    const ids = new Set(own.map(action => action.id));
    return {
      marker,
      actions: own,
      entries: device.entries.filter(entry => ids.has(entry.id) || mentions(entry, marker)),
      contacts: data.contacts.filter(row => row.first_name === marker),
      requests: data.requests.filter(row => row.broken === marker),
    };
  });
}

function mentions({ payload }: SeenEntry, marker: string): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  return 'first_name' in payload && payload.first_name === marker;
}

export function judgeThing(thing: Thing, device: DeviceEnd, end: RoundEnd): Finding[] {
  return [
    ...lostOf(thing),
    ...doubledOf(thing, device, end.keyed),
    ...orderOf(thing, device),
    ...orphansOf(thing, end.data),
    ...wrongUserOf(thing, end.data),
    ...halfKept(thing),
  ];
}

export function rowsOf({ contacts, requests }: Thing): { id: number; promoterId: number }[] {
  return [...contacts, ...requests];
}

function isCreate({ kind }: Action): boolean {
  return kind.endsWith('.create');
}

/** Kept, and neither on the server nor still here; or reported as sent, and not on the server. */
function lostOf(thing: Thing): Finding[] {
  const create = thing.actions.find(isCreate);
  if (create?.result !== 'kept' || rowsOf(thing).length > 0) return lostDelete(thing);
  const entry = thing.entries.find(({ kind }) => kind === create.kind);
  if (entry?.state === 'done')
    return [lost(`[S11] ${thing.marker}: reported as sent, and not on the server`)];
  // Deleting what was never sent removes it here ([S19]).
  const isDeleted = thing.actions.some(
    action => action.kind === 'contact.delete' && action.result !== 'refused',
  );
  if (entry || isDeleted) return [];
  const how = create.id === '' ? 'by the form' : create.kind;
  return [lost(`[S4] ${thing.marker}: kept (${how}), and neither here nor on the server`)];
}

function lostDelete({ marker, actions, contacts, entries }: Thing): Finding[] {
  const deleting = actions.find(action => action.kind === 'contact.delete' && action.result === 'kept');
  if (!deleting || contacts.every(row => row.deleted)) return [];
  const entry = entries.find(({ id }) => id === deleting.id);
  // On a backend without keys the browser's own second one stays: it is a duplicate, not the contact that was deleted.
  const isDuplicate = contacts.some(row => row.deleted);
  return isDuplicate || (entry && entry.state !== 'done')
    ? []
    : [lost(`[S4] ${marker}: its deletion was kept and lost`)];
}

function lost(words: string): Finding {
  return { counts: 'lost', words };
}

export function isDoubled(thing: Thing): boolean {
  return rowsOf(thing).length > 1;
}

function doubledOf(thing: Thing, device: DeviceEnd, keyed: boolean): Finding[] {
  const extra = rowsOf(thing).length - 1;
  if (extra < 1) return [];
  if (keyed)
    return repeated(extra, 'doubledKeyed', `[S13] ${thing.marker}: ${extra + 1} times on the server`);
  const byUs = extra - doubledByBrowser(thing, device);
  return repeated(
    byUs,
    'doubledByUs',
    `[S13] ${thing.marker}: ${extra + 1} times on the server, ${byUs} by us`,
  );
}

/** One finding that counts so often. */
export function repeated(times: number, counts: CountedFigure, words: string): Finding[] {
  return Array.from({ length: times }, () => ({ counts, words }));
}

/** How many of the extra ones the browser made by repeating a request below the page. */
export function doubledByBrowser(thing: Thing, { passages }: DeviceEnd): number {
  const extra = rowsOf(thing).length - 1;
  const resends = createsOf(thing, passages).map(({ sends }) => sends - 1);
  return Math.min(extra, sum(resends));
}

function createsOf({ marker }: Thing, passages: readonly Passage[]): Passage[] {
  return passages.filter(({ method, body }) => {
    if (method !== 'POST' || !body.includes(marker)) return false;
    const { id, first_name, broken } = fieldsOf(body);
    return id === undefined && (first_name === marker || broken === marker);
  });
}

export function fieldsOf(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    // A form, or a body that was cut: no save of ours.
    return {};
  }
}

/** The contact says what was last said of it, unless something of it still waits. */
function orderOf({ marker, actions, entries, contacts }: Thing, { passages }: DeviceEnd): Finding[] {
  const row = contacts.find(contact => !contact.deleted);
  const isWaiting = entries.some(entry => entry.state !== 'done');
  if (!row || isWaiting || contacts.length > 1) return [];
  const said = actions.filter(action => action.kind !== 'contact.delete' && action.result !== 'refused');
  const lastKept = said.findLastIndex(action => action.result === 'kept');
  const possible = said.slice(Math.max(0, lastKept)).map(action => action.words);
  if (lastKept < 0 || possible.includes(row.comment ?? '')) return [];
  const wanted = possible[0] ?? '';
  const wasSent = passages.some(({ body }) => body.includes(wanted) && fieldsOf(body).comment === wanted);
  const words = `${marker}: «${row.comment ?? ''}» on the server, «${wanted}» was the last kept`;
  return [
    wasSent ? { counts: 'wrongOrder', words: `[S16] ${words}` } : lost(`[S4] ${words}, and was never sent`),
  ];
}

function orphansOf({ marker, actions, requests }: Thing, { contacts }: ServerData): Finding[] {
  const wanted = actions.find(action => action.kind === 'order.create')?.contact;
  if (wanted === undefined) return [];
  const isOrphan = ({ contactId }: Request) =>
    !contacts.some(contact => contact.id === contactId && contact.first_name === wanted);
  return requests.filter(isOrphan).map(({ contactId }) => ({
    counts: 'orphans',
    words: `[S18] ${marker}: not for ${wanted} but ${contactId}`,
  }));
}

function wrongUserOf(thing: Thing, { effects }: ServerData): Finding[] {
  const owner = thing.actions.find(action => isCreate(action) && action.owner > 0)?.owner;
  if (owner === undefined) return [];
  const entity = thing.requests.length > 0 ? 'request' : 'contact';
  const foreignRows = rowsOf(thing).filter(row => row.promoterId !== owner);
  const ids = new Set(rowsOf(thing).map(row => row.id));
  const isForeign = (effect: Effect) =>
    effect.entity === entity && ids.has(effect.entityId) && effect.actorId !== owner;
  const words = `[S27] ${thing.marker}: saved by ${owner}, and somebody else's on the server`;
  return repeated(foreignRows.length + effects.filter(isForeign).length, 'wrongUser', words);
}

/** [S6] What was refused for want of room is nowhere. */
function halfKept({ marker, actions, entries, contacts, requests }: Thing): Finding[] {
  const [create] = actions;
  if (!create || !isCreate(create) || create.result !== 'refused') return [];
  const isSomewhere = entries.length + contacts.length + requests.length > 0;
  return isSomewhere
    ? [{ counts: null, words: `[S6] ${marker}: refused (${create.why}), and kept after all` }]
    : [];
}

/** All of them together. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
