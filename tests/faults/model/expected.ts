import type { Entry } from '#storage/outbox-db.ts';
import { keyOf } from '#sync/id-map.ts';
import type { BrowserContext } from './browser-context.ts';

/** A contact or an order as the user means it to be. */
export type ExpectedRecord = {
  noun: 'contact' | 'order';
  /** The text by which it is known everywhere: a contact's last name, what is broken of an order. */
  marker: string;
  userId: number;
  /** Its key on the device: a local id, or a server's number. */
  key: string;
  /** The contact of an order. */
  contact: ExpectedRecord | null;
  isDeleted: boolean;
  /** The user has given it up before it was confirmed. */
  isGivenUp: boolean;
  /** What the user has written of it since, newest last. */
  edits: { entryId: string; text: string }[];
  /** A change was given up, or overtaken, after it had left: nobody knows which text the server has. */
  isTextUnknown: boolean;
  /** A delete was given up after it had left: the user was told that it may have been carried out. */
  mayBeDeleted: boolean;
  /** Only the cache knew it, and that was dropped: it may be missing until the next whole refresh. */
  mayBeHidden: boolean;
  /** How often it may have been made: once for each save, and once more when the user says "send again". */
  allowed: number;
  /** Made once more below the app, on a backend that does not know keys. */
  excused: number;
};

/** What the user is doing in a tab; only while it lasts may that tab change what the user saved. */
export type UserAction = {
  what: 'create' | 'edit' | 'delete' | 'order' | 'correct' | 'retry' | 'discard' | 'answer' | 'session';
  browserContext: BrowserContext;
  /** The entry it is about, or makes. */
  id: string;
  thing: ExpectedRecord | null;
  /** It has written what it wanted. */
  isKept: boolean;
  /** [S32] Of a second window: what is saved, under whatever id. */
  marker?: string;
  /** [S32] Of a second window: its form has not touched the text. */
  keepsText?: boolean;
};

export type Expected = {
  records: ExpectedRecord[];
  actions: UserAction[];
  /** How many entries were kept. */
  kept: number;
  /** Entries that the user has given up. */
  discarded: Set<string>;
};

/** A thing that has just been saved, or that the server has always had. */
export function newExpectedRecord(
  known: Pick<ExpectedRecord, 'noun' | 'marker' | 'userId' | 'key' | 'contact'>,
): ExpectedRecord {
  return {
    ...known,
    isDeleted: false,
    isGivenUp: false,
    edits: [],
    isTextUnknown: false,
    mayBeDeleted: false,
    mayBeHidden: false,
    allowed: 1,
    excused: 0,
  };
}

/** The thing that an entry is about. */
export function recordOfEntry({ records: things }: Expected, entry: Entry): ExpectedRecord | null {
  const key = keyOf(entry.aggregate);
  return things.find(thing => thing.key === key && thing.userId === entry.owner.userId) ?? null;
}

/** What of a payload the model knows it by. */
export function markerOf({ kind, payload }: Pick<Entry, 'kind' | 'payload'>): string {
  const received = payload as Record<string, string> | null;
  if (kind === 'order.create') return received?.broken ?? '';
  return (kind === 'contact.update' ? received?.comment : received?.last_name) ?? '';
}

/** Only what the cache knew may be missing until it comes back. */
export function hide({ records: things }: Expected): void {
  for (const thing of things) thing.mayBeHidden = true;
}

/** Chooses by a number that counts round. */
export function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)];
}
