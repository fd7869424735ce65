import type { Clock } from '#kit/clock.ts';
import { isRecord } from '#kit/is-record.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** Drafts live in the outbox database, because the cache may be dropped at any time. */
export function createDrafts(db: OutboxDb, now: Clock) {
  return {
    /** [S9] Keeps what is being typed; the newest save of one open form wins. */
    save: (draft: Omit<Draft, 'savedAt'>) => db.drafts.put({ ...draft, savedAt: now() }),
    /** Removes the drafts with this content, but the row `kept`. What other windows have typed stays. */
    remove: (place: string, seen: string, kept = '') =>
      db.transaction('rw', db.drafts, async () => {
        const gone = withContent(await draftsAt(db, place), seen);
        await db.drafts.bulkDelete(gone.map(({ key }) => key).filter(key => key !== kept));
      }),
  };
}

/** The newest draft of each form, the newest form first. An older one is offered once that is saved or removed. */
export async function listDrafts(db: OutboxDb, ownerKey: string): Promise<Draft[]> {
  const drafts = newestFirst(await db.drafts.where('ownerKey').equals(ownerKey).toArray());
  const places = drafts.map(placeOf);
  return drafts.filter((draft, index) => places.indexOf(placeOf(draft)) === index);
}

/** Which of an owner's drafts of the same form this one is of: what its screen calls it. */
export function instanceOf(draft: Draft): string {
  return placeOf(draft).slice(`${draft.ownerKey}|${draft.form}|`.length);
}

/** All that is typed into one form: in several windows, or left by a window that is gone. */
export async function draftsAt(db: OutboxDb, place: string): Promise<Draft[]> {
  const near = await db.drafts.where('key').startsWith(place).toArray();
  return near.filter(draft => placeOf(draft) === place);
}

/** The drafts with this content, and what they were restored from, one after the other. */
export function withContent(drafts: readonly Draft[], content: string): Draft[] {
  const held = drafts.filter(({ value }) => contentOf(value) === content);
  const others = drafts.filter(draft => !held.includes(draft));
  return [...held, ...held.flatMap(({ from }) => (from === undefined ? [] : withContent(others, from)))];
}

/** What a draft holds, as a text to compare. The id of its form is none of it. */
export function contentOf(value: unknown): string {
  return JSON.stringify(isRecord(value) ? { ...value, id: undefined } : value);
}

/** The form that a draft is of. */
export function placeOf({ key, place = key }: Draft): string {
  return place;
}

export function newestFirst(drafts: readonly Draft[]): Draft[] {
  return [...drafts].sort((one, other) => other.savedAt - one.savedAt);
}
