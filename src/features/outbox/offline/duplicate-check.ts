import { contactTextsOf, nameParts } from '#contract/contact-fields.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Request } from '#contract/requests.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import type { WallClock } from '#kit/date.ts';
import { fingerprint } from '#kit/fingerprint.ts';
import { normaliseText } from '#kit/normalise-text.ts';

/** What the browser or a proxy delivers twice arrives within so long. */
const NEAR_MS = 5 * MINUTE_MS;

/** Rows without a date were made one after the other if their ids are no further apart. */
const NEAR_IDS = 20;

/** What a confirmed create of this device has become; `hash` is that of the payload which was sent. */
export type Made<Row> = { row: Row; hash: string };

/** Two things on the server of which this device made one. */
export type DuplicatePair = { ownId: number; twinId: number };

/**
 * Finds things that look like a second delivery of what this device made: alike, made at about the same time, and
 * not made by any other entry of this device.
 *
 * @param rows what the server has, at least all that is about as old as what was made
 * @param ownIds everything that entries of this device have become
 */
export function pairDuplicates<Row extends { id: number }>(
  made: readonly Made<Row>[],
  rows: readonly Row[],
  ownIds: ReadonlySet<number>,
  isDuplicate: (made: Made<Row>, other: Row) => boolean,
): DuplicatePair[] {
  const strange = rows.filter(row => !ownIds.has(row.id));
  return made.flatMap(own =>
    strange.filter(row => isDuplicate(own, row)).map(row => ({ ownId: own.row.id, twinId: row.id })),
  );
}

/** The same name and phones as the contact has now, or exactly what was sent for it. */
export function isDuplicateContact({ row: own, hash }: Made<Contact>, other: Contact): boolean {
  const content = (contact: Contact) =>
    [...nameParts(contact).map(normaliseText), ...phonesOf(contact.contact_phones)].join('|');
  return isNear(own, other) && (content(own) === content(other) || sentHash(other) === hash);
}

/** The same client, work, place and words. */
export function isDuplicateRequest({ row: own }: Made<Request>, other: Request): boolean {
  const content = ({ phones, type, work_name, address = '', broken = '' }: Request) =>
    [type, ...[work_name, address, broken].map(normaliseText), ...phonesOf(phones)].join('|');
  return isNear({ ...own, created_at: dateOf(own) }, { ...other, created_at: dateOf(other) })
    ? content(own) === content(other)
    : false;
}

function phonesOf(phones: readonly { full_phone: string }[]): string[] {
  return phones.map(phone => phone.full_phone).sort();
}

/** What an entry's hash would be, had it carried this contact. */
function sentHash(contact: Contact): string {
  const phones = contact.contact_phones.map(phone => phone.full_phone);
  return fingerprint(JSON.stringify({ ...contactTextsOf(contact), phones }));
}

function dateOf({ created_at, date_add }: Request): WallClock {
  return created_at || date_add;
}

type Dated = { id: number; created_at: WallClock };

function isNear(one: Dated, other: Dated): boolean {
  if (one.created_at === '' || other.created_at === '') return Math.abs(one.id - other.id) <= NEAR_IDS;
  return Math.abs(instantOf(one.created_at) - instantOf(other.created_at)) <= NEAR_MS;
}

/** Both times are of the same clock, so its zone does not matter. */
function instantOf(text: WallClock): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`);
}

/** The span of dates in which duplicates of something created then can lie. */
export function datesAround(text: WallClock): [from: WallClock, to: WallClock] {
  const wallClock = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
  const at = instantOf(text);
  return Number.isNaN(at) ? [text, text] : [wallClock(at - NEAR_MS), wallClock(at + NEAR_MS)];
}
