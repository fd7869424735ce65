import type { Deed } from '../deeds.ts';
import type { Effect, OfficeBooks } from '../office.ts';
import type { SeenEntry } from '../page-outbox.ts';
import type { Passage } from '../wire/wire.ts';
import type { CountedFigure, DeviceEnd, Finding, RoundEnd } from './end.ts';

type Contact = OfficeBooks['contacts'][number];

type Request = OfficeBooks['requests'][number];

/** What was promised about one thing, and what has become of it. */
export type Thing = {
  marker: string;
  deeds: Deed[];
  entries: SeenEntry[];
  contacts: Contact[];
  requests: Request[];
};

export function thingsOf({ deeds, device }: DeviceEnd, books: OfficeBooks): Thing[] {
  const markers = [...new Set(deeds.map(deed => deed.marker))];
  return markers.map(marker => {
    const own = deeds.filter(deed => deed.marker === marker);
    const ids = new Set(own.map(deed => deed.id));
    return {
      marker,
      deeds: own,
      entries: device.entries.filter(entry => ids.has(entry.id) || mentions(entry, marker)),
      contacts: books.contacts.filter(row => row.first_name === marker),
      requests: books.requests.filter(row => row.broken === marker),
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
    ...orphansOf(thing, end.books),
    ...wrongUserOf(thing, end.books),
    ...halfKept(thing),
  ];
}

export function rowsOf({ contacts, requests }: Thing): { id: number; promoterId: number }[] {
  return [...contacts, ...requests];
}

function isCreate({ kind }: Deed): boolean {
  return kind.endsWith('.create');
}

/** Kept, and neither on the server nor still here; or told as sent, and not on the server. */
function lostOf(thing: Thing): Finding[] {
  const create = thing.deeds.find(isCreate);
  if (create?.told !== 'kept' || rowsOf(thing).length > 0) return lostDelete(thing);
  const entry = thing.entries.find(({ kind }) => kind === create.kind);
  if (entry?.state === 'done') return [lost(`[S11] ${thing.marker}: told as sent, and not on the server`)];
  // Deleting what was never sent removes it here ([S19]).
  const isDeleted = thing.deeds.some(deed => deed.kind === 'contact.delete' && deed.told !== 'refused');
  return entry || isDeleted ? [] : [lost(`[S4] ${thing.marker}: kept, and neither here nor on the server`)];
}

function lostDelete({ marker, deeds, contacts, entries }: Thing): Finding[] {
  const deleting = deeds.find(deed => deed.kind === 'contact.delete' && deed.told === 'kept');
  if (!deleting || contacts.every(row => row.deleted)) return [];
  const entry = entries.find(({ id }) => id === deleting.id);
  // On a backend without keys the browser's own second one stays: it is a twin, not the contact that was deleted.
  const isTwin = contacts.some(row => row.deleted);
  return isTwin || (entry && entry.state !== 'done')
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
function orderOf({ marker, deeds, entries, contacts }: Thing, { passages }: DeviceEnd): Finding[] {
  const row = contacts.find(contact => !contact.deleted);
  const isWaiting = entries.some(entry => entry.state !== 'done');
  if (!row || isWaiting || contacts.length > 1) return [];
  const said = deeds.filter(deed => deed.kind !== 'contact.delete' && deed.told !== 'refused');
  const lastKept = said.findLastIndex(deed => deed.told === 'kept');
  const possible = said.slice(Math.max(0, lastKept)).map(deed => deed.words);
  if (lastKept < 0 || possible.includes(row.comment ?? '')) return [];
  const wanted = possible[0] ?? '';
  const wasSent = passages.some(({ body }) => body.includes(wanted) && fieldsOf(body).comment === wanted);
  const words = `${marker}: «${row.comment ?? ''}» on the server, «${wanted}» was the last kept`;
  return [
    wasSent ? { counts: 'wrongOrder', words: `[S16] ${words}` } : lost(`[S4] ${words}, and was never sent`),
  ];
}

function orphansOf({ marker, deeds, requests }: Thing, { contacts }: OfficeBooks): Finding[] {
  const wanted = deeds.find(deed => deed.kind === 'order.create')?.contact;
  if (wanted === undefined) return [];
  const isOrphan = ({ contactId }: Request) =>
    !contacts.some(contact => contact.id === contactId && contact.first_name === wanted);
  return requests.filter(isOrphan).map(({ contactId }) => ({
    counts: 'orphans',
    words: `[S18] ${marker}: not for ${wanted} but ${contactId}`,
  }));
}

function wrongUserOf(thing: Thing, { effects }: OfficeBooks): Finding[] {
  const owner = thing.deeds.find(deed => isCreate(deed) && deed.owner > 0)?.owner;
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
function halfKept({ marker, deeds, entries, contacts, requests }: Thing): Finding[] {
  const [create] = deeds;
  if (!create || !isCreate(create) || create.told !== 'refused') return [];
  const isSomewhere = entries.length + contacts.length + requests.length > 0;
  return isSomewhere
    ? [{ counts: null, words: `[S6] ${marker}: refused (${create.why}), and kept after all` }]
    : [];
}

/** All of them together. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
