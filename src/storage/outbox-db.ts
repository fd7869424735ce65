import type { EntityTable, Table } from 'dexie';
import { Database } from './database.ts';
import { OUTBOX_DB_NAME } from './database-names.ts';
import type { Owner } from './owner.ts';

export { type Owner, ownerKeyOf } from './owner.ts';

/** The four stored states; everything else that a screen shows is derived (sync/entry-status). */
export type EntryState = 'queued' | 'unsure' | 'rejected' | 'done';

/**
 * The server's refusal, or what kept the last attempt from an answer. `isEchoed`: the refusal named the key,
 * so it is the server's own and nothing was done. `place`: of which answer what could not be read, for people.
 * `lacksEcho`: how many answers in a row have named no key though this backend names them. Older entries have none of these.
 */
export type EntryError = {
  kind: string;
  status: number;
  message: string;
  fields: Record<string, string[]>;
  isEchoed?: boolean;
  place?: string;
  lacksEcho?: number;
};

/** What an entry held when it was sent before, and may have become on the server. */
export type EarlierContent = { v: number; payload: unknown };

/**
 * A record on the server that a lost create may have become. `code` is what people call it, e.g. an order's
 * code; `words` what the look-up found, for the question to the user (older entries have none). `looksOlder`:
 * by the device's clock it existed before, so only the user can decide.
 */
export type Match = { serverId: number | null; code: string; words?: string; looksOlder?: true };

/** One thing the user saved. `payload` is a command in our own words, never a stored HTTP request. */
export type Entry = {
  seq: number;
  id: string;
  ownerKey: string;
  owner: Owner;
  kind: string;
  v: number;
  aggregate: string;
  refs: string[];
  /** null once the server's copy has superseded it. */
  payload: unknown;
  base: unknown;
  key: string;
  hash: string;
  /** [S32] The saves of forms that went into it (sync/taps), where id and hash do not tell them. */
  taps?: string[];
  /** Its phones are sent without the leading 7, as this backend asks for. */
  hasTenDigits?: boolean;
  state: EntryState;
  attempts: number;
  attemptId: string;
  firstAt: number;
  lastAt: number;
  nextAt: number;
  /** Asked of the user when look-up found several things that could be this one. */
  question: { matches: Match[] } | null;
  /** The last look-up that proved "not there": only after it may a legacy backend be sent a create again. */
  absentAt: number;
  /**
   * [S15] Contents under which a refused create may have arrived after all; looked for before anything is
   * sent.
   */
  earlier?: EarlierContent[];
  /** Deleted by the user while it may have arrived: removed once it is known that it has not. */
  isGivenUp?: boolean;
  /** The record that an unproven success claimed: read back before it is believed. */
  toldAs?: Match | null;
  error: EntryError | null;
  doneAt: number;
  /** The tick at which it became done or rejected (sync/control). */
  settledTick: number;
  serverId: number | null;
  /** What the server calls it, e.g. the full code of an order. */
  code: string;
};

/** Which server id a thing got that was made on this device. */
export type IdPair = { localId: string; ownerKey: string; noun: string; serverId: number };

/**
 * A form being typed. [S32] Each open form has a row of its own; `place` names the form as its screen does, `from` is the
 * content that was restored into it. Older rows have neither: their key is their place.
 */
export type Draft = {
  key: string;
  place?: string;
  ownerKey: string;
  form: string;
  value: unknown;
  from?: string | undefined;
  savedAt: number;
};

/**
 * A phone call made from this device, and its outcome; stored on this device only. `contact` is a contact's
 * canonical key, '' for no contact. `callBackOn` is the day on which to call again, '' for none: YYYY-MM-DD,
 * with « 18:00:00» behind it for that day's evening.
 */
export type Call = {
  id: string;
  ownerKey: string;
  contact: string;
  name: string;
  phone: string;
  at: number;
  outcome: '' | 'reached' | 'no-answer' | 'call-back';
  note: string;
  callBackOn: string;
  /** The user was asked what came of it, and did not say. */
  isAsked?: true;
};

/** Small facts of the outbox by name: the tick, the lease, what a backend can do. */
export type Control = { name: string; value: unknown };

/**
 * [S1] Tiny, written with strict durability, its schema frozen: only additive change, one block per version.
 * [S7] On versionchange it closes; `outdated` then tells writers to say "reload".
 */
export class OutboxDb extends Database {
  declare entries: EntityTable<Entry, 'seq'>;
  declare idMap: Table<IdPair, string>;
  declare drafts: Table<Draft, string>;
  declare control: Table<Control, string>;
  declare calls: Table<Call, string>;
  declare outdated: boolean;
  /** [S9] What is still to be written when it closes, as Dexie does it before a page is kept for the way back. */
  declare beforeClose: Set<() => void>;

  constructor(name = OUTBOX_DB_NAME) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.outdated = false;
    this.beforeClose = new Set();
    this.version(1).stores({
      entries: '++seq,&id,state,aggregate,ownerKey',
      idMap: '&localId,[ownerKey+noun+serverId]',
      drafts: '&key,ownerKey',
      control: '&name',
    });
    this.version(2).stores({ calls: '&id,[ownerKey+contact],[ownerKey+callBackOn]' });
    this.version(3).stores({ entries: '++seq,&id,state,aggregate,ownerKey,[ownerKey+state]' });
    // The rows are the same, but an older app knows nothing of working as another user and would send that
    // user's entries. [S7] keeps it from these.
    this.version(4).stores({});
    // An app that knows nothing of `earlier` and `isGivenUp` would not look before it sends.
    this.version(5).stores({});
    this.on('versionchange', () => {
      this.outdated = true;
      this.close();
      return false; // else Dexie's own handler would let the next write open the newer database
    });
  }

  override close(...options: Parameters<Database['close']>): void {
    for (const write of this.beforeClose) write();
    super.close(...options);
  }
}
