import * as v from 'valibot';
import type { Api } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { isLocalId } from '#kit/ids.ts';
import type { Result } from '#kit/result.ts';
import type { Entry, Match } from '#storage/outbox-db.ts';
import type { Reconciled, Versions } from './reconcile.ts';

/** Finds the server id of a thing by its key: a number for what the server knows, null while it waits. */
export type Resolve = (key: string) => number | null;

/** What is compared with the server's own row; `match` is what the success said. */
type ReadBack<Payload> = { payload: Payload; entry: Entry; match: Match; resolve: Resolve };

/** How the server shows it: as it was sent, differently, as it was before, or not at all. */
export type Shown = 'same' | 'other' | 'before' | 'none';

/** What a command becomes on the wire, once every reference in it is resolved. */
export type Outgoing = { endpoint: Endpoint; input: Record<string, unknown> };

/**
 * A kind of queued item describes itself: how it is read back, sent and recognised. The outbox knows no noun.
 * `v` is the version of the payload; `read` parses every version up to it and refuses newer ones ([S4]).
 */
export type Kind<Payload = unknown> = {
  name: string;
  v: number;
  noun: 'contact' | 'order';
  /** `creates` are never sent twice blindly to a backend that does not know the key ([S13]). */
  effect: 'creates' | 'updates' | 'deletes';
  read(payload: unknown, v: number): Payload | null;
  /** The key of the thing this is about; `id` is the entry's own, the key of what it creates. */
  thing(payload: Payload, id: string): string;
  /** Local ids that the server must know first. */
  needs(payload: Payload): string[];
  /** [S19] This payload with a later update of the same thing worked in; null if that cannot be. */
  mergeUpdate?(payload: Payload, update: unknown): Payload | null;
  /** [S32] What this payload changed `from` what its form began from, over `theirs`, a payload of the same thing. */
  reconcile?(versions: Versions<unknown> & { mine: Payload }): Reconciled<Payload>;
  /** `hasTenDigits`: phones without the leading 7. */
  outgoing(payload: Payload, resolve: Resolve, hasTenDigits: boolean): Outgoing;
  /** Whether a refusal may be over phones that begin with 7. */
  asksForTenDigits?(refusal: Problem): boolean;
  outcome(reply: ReplyOf<Endpoint>, payload: Payload): Match;
  /** A create that arrived with another content, as the update that brings it to this one; `id` is the create's own. */
  asUpdate?(payload: Payload, id: string): { kind: string; payload: unknown };
  /**
   * Whether the server shows its owner what a success said that this entry became: `same` as it was sent, `other`, as
   * it was before (`before`), or `none`.
   */
  readBack(sent: ReadBack<Payload>, api: Api): Promise<Result<Shown, Problem>>;
  /** Looks whether a create without an answer arrived after all. */
  lookUp?(payload: Payload, entry: Entry, resolve: Resolve, api: Api): Promise<Result<Match[], Problem>>;
};

/** Erases the payload type, so that kinds can stand in one table; `read` is what makes that safe. */
export function describeKind<Payload>(kind: Kind<Payload>): Kind {
  return kind as unknown as Kind; // every payload passes through this kind's own `read` first
}

export type Kinds = Readonly<Record<string, Kind>>;

/** Reads version 1 of a payload; no kind has an older one yet. */
export function readerOf<Payload>(schema: v.GenericSchema<unknown, Payload>) {
  return (payload: unknown): Payload | null => {
    const read = v.safeParse(schema, payload);
    return read.success ? read.output : null;
  };
}

/** [S4] The payload if this build understands it, else null: the entry is parked untouched for a newer app. */
export function readPayload(
  kinds: Kinds,
  entry: Pick<Entry, 'kind' | 'v' | 'payload'>,
): { kind: Kind; payload: unknown } | null {
  const kind = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined;
  if (!kind || entry.v > kind.v) return null;
  const payload = kind.read(entry.payload, entry.v);
  return payload === null ? null : { kind, payload };
}

/** The local ids that an entry waits for once it holds this payload. */
export function needsOf(kinds: Kinds, entry: Entry, payload: unknown): string[] {
  const known = readPayload(kinds, { ...entry, payload });
  const needs = known?.kind.needs(known.payload).filter(isLocalId) ?? [];
  return [...new Set([...entry.refs, ...needs])];
}
