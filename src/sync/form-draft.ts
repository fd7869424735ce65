import type { Clock } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { isRecord } from '#kit/is-record.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';
import { contentOf, createDrafts, draftsAt, newestFirst } from './drafts.ts';
import type { DraftRef } from './settle-draft.ts';
import { draftTap } from './taps.ts';

type Deps = { db: OutboxDb; now: Clock };

/**
 * The draft of one open form: what was typed there before, and a row of its own for what is typed now ([S32]).
 * `restores`: whether the form begins with what is found.
 */
export function openFormDraft(
  deps: Deps,
  form: Required<Pick<Draft, 'place' | 'ownerKey' | 'form'>>,
  { restores = true } = {},
) {
  const drafts = createDrafts(deps.db, deps.now);
  const key = `${form.place}|${newId()}`;
  let from: string | undefined;
  let seen = '';
  const found = restores ? readUnsaved(deps.db, form) : Promise.resolve(null);
  const reading = found.then(value => {
    if (seen === '' && value !== null) seen = from = contentOf(value);
    return value;
  });
  const rowOf = (value: unknown) => {
    seen = contentOf(value);
    return { ...form, key, value, from };
  };
  return {
    /** What was found; null: nothing. */
    reading,
    async save(value: unknown): Promise<void> {
      const row = rowOf(value);
      await drafts.save(row);
      if (row.from !== undefined) await drafts.remove(form.place, row.from, key);
      const saved = await readSaved(deps.db, form.ownerKey, value);
      if (saved === 'this') await drafts.remove(form.place, contentOf(value));
    },
    /** In a page that goes. Dexie commits once it hears of the write; such a page hears of nothing. */
    saveLeaving(value: unknown): void {
      if (!deps.db.isOpen()) return;
      try {
        const writing = deps.db.backendDB().transaction('drafts', 'readwrite', { durability: 'strict' });
        writing.objectStore('drafts').put({ ...rowOf(value), savedAt: deps.now() });
        writing.commit();
      } catch {
        // The browser has closed the connection; Dexie opens another one for `save`.
      }
    },
    /** For an enqueue, so that both change in one transaction. */
    take: (): DraftRef => ({ draftKey: form.place, draftSeen: seen }),
    /** Removes it and what was restored into it; what another window has typed stays. */
    async clear(): Promise<void> {
      await reading;
      const gone = seen;
      seen = '';
      from = undefined;
      await drafts.remove(form.place, gone);
    },
  };
}

/** The newest draft whose content is not saved; null if there is none. Those that are saved go. */
async function readUnsaved(db: OutboxDb, { place, ownerKey }: Pick<Draft, 'ownerKey'> & { place: string }) {
  for (const { key, value } of newestFirst(await draftsAt(db, place))) {
    const saved = await readSaved(db, ownerKey, value);
    if (saved === 'this') await db.drafts.delete(key);
    else return value;
  }
  return null;
}

/** What is saved under the id of a draft's form: nothing, what the draft holds, or other content. */
async function readSaved(db: OutboxDb, ownerKey: string, value: unknown) {
  const id = isRecord(value) && typeof value.id === 'string' ? value.id : null;
  if (id === null || (await db.entries.where('id').equals(id).count()) === 0) return 'nothing';
  const tap = draftTap(id, contentOf(value));
  const own = db.entries.where('ownerKey').equals(ownerKey);
  const same = await own.filter(({ taps = [] }) => taps.includes(tap)).count();
  return same > 0 ? 'this' : 'other';
}
