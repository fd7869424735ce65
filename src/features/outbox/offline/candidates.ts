import { fullName } from '#contract/contact-fields.ts';
import { formatDate } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';
import type { CacheDb, ContactRow, RequestRow } from '#storage/cache-db.ts';
import type { Entry, Match, OutboxDb } from '#storage/outbox-db.ts';

/** Something on the server that a lost create may have become; `words` is '' when nobody knows more of it. */
export type Candidate = { serverId: number | null; code: string; words: string };

type CandidatesContext = { db: OutboxDb; cache: CacheDb };

/** What the user is asked about, in words; what another entry has become meanwhile is left out. */
export async function readCandidates(context: CandidatesContext, entry: Entry): Promise<Candidate[]> {
  const matches = entry.question?.matches ?? [];
  const noun = entry.aggregate.slice(0, entry.aggregate.indexOf(':'));
  const taken = await context.db.idMap
    .where('[ownerKey+noun+serverId]')
    .anyOf(matches.map(({ serverId }) => [entry.ownerKey, noun, serverId ?? 0]))
    .toArray();
  const free = matches.filter(({ serverId }) => !taken.some(pair => pair.serverId === serverId));
  return Promise.all(
    free.map(async match => ({
      serverId: match.serverId,
      code: match.code,
      words: match.words ?? (await wordsOnDevice(context, noun, match)),
    })),
  );
}

async function wordsOnDevice({ cache }: CandidatesContext, noun: string, match: Match): Promise<string> {
  if (match.serverId === null) return '';
  if (noun === 'contact') {
    const row = await cache.contacts.get(match.serverId);
    return row ? contactWords(row) : '';
  }
  const row = await cache.requests.get(match.serverId);
  return row ? requestWords(row) : '';
}

/** A contact of the server as the user recognises it among others that are alike. */
export function contactWords(row: ContactRow): string {
  return inOneLine([fullName(row), ...row.phones.map(formatPhone), dated(row.created_at)]);
}

/** A request of the server as the user recognises it. */
export function requestWords({ client_fio, phones, work_name, created_at, date_add }: RequestRow): string {
  const numbers = phones.map(phone => formatPhone(phone.full_phone));
  return inOneLine([client_fio, ...numbers, work_name, dated(created_at || date_add)]);
}

function dated(text: string): string {
  return text === '' ? '' : formatDate(text, true);
}

function inOneLine(parts: readonly string[]): string {
  return parts.filter(Boolean).join(', ');
}
