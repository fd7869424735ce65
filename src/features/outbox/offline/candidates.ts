import { describeContact, describeRequest } from '#domain/describe-record.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import type { Entry, Match, OutboxDb } from '#storage/outbox-db.ts';
import { loadLocalIds } from '#sync/id-map.ts';

/** Something on the server that a lost create may have become; `words` is '' when nobody knows more of it. */
export type Candidate = { serverId: number | null; code: string; words: string };

type CandidatesContext = { db: OutboxDb; cache: CacheDb };

/** What the user is asked about, in words; what another entry has become meanwhile is left out. */
export async function readCandidates(context: CandidatesContext, entry: Entry): Promise<Candidate[]> {
  const matches = entry.question?.matches ?? [];
  const noun = entry.aggregate.slice(0, entry.aggregate.indexOf(':'));
  const serverIds = matches.map(match => match.serverId);
  const taken = await loadLocalIds(context.db, entry.ownerKey, noun, serverIds);
  const free = matches.filter(match => !taken.has(match.serverId));
  const wordsOf = async (match: Match) => match.words ?? (await wordsOnDevice(context, noun, match));
  return Promise.all(
    free.map(async match => ({ serverId: match.serverId, code: match.code, words: await wordsOf(match) })),
  );
}

async function wordsOnDevice({ cache }: CandidatesContext, noun: string, { serverId }: Match) {
  if (serverId === null) return '';
  if (noun === 'contact') {
    const contact = await cache.contacts.get(serverId);
    return contact ? describeContact(contact) : '';
  }
  const request = await cache.requests.get(serverId);
  return request ? describeRequest(request) : '';
}
