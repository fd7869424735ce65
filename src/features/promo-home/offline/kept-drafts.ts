import { paths, pathTo } from '#domain/paths.ts';
import type { WallClock } from '#kit/date.ts';
import type { Draft, OutboxDb } from '#storage/outbox-db.ts';

export type DraftsContext = {
  db: OutboxDb;
  ownerKey: string;
  wallClock: (instantMs: number) => WallClock;
};

/** A form that was not finished. `to` opens it where it was left. */
export type KeptDraft = { key: string; form: string; savedAt: WallClock; to: string };

/** Every unfinished form that can be opened again, newest first. */
export async function readDrafts({ db, ownerKey, wallClock }: DraftsContext): Promise<KeptDraft[]> {
  const drafts = await db.drafts.where('ownerKey').equals(ownerKey).sortBy('savedAt');
  const opened = await Promise.all(
    drafts.map(async draft => {
      const { key, form, savedAt } = draft;
      const to = await addressOf(db, draft);
      return to === null ? null : { key, form, savedAt: wallClock(savedAt), to };
    }),
  );
  return opened.filter(draft => draft !== null).reverse();
}

async function addressOf(db: OutboxDb, { key, ownerKey, form }: Draft): Promise<string | null> {
  const instance = key.slice(`${ownerKey}|${form}|`.length);
  switch (form) {
    case 'contact.add':
      return instance === 'new' ? paths.contactAdd : withQuery(paths.contactAdd, 'text', instance);
    case 'contact.edit':
      return pathTo(paths.contactEdit, { id: instance });
    case 'order.basa':
      return orderAddress(db, paths.orderAddBasa, instance);
    case 'order.point':
      return orderAddress(db, paths.orderAddPoint, instance);
    default:
      return null; // of a newer version of the app: it stays until that one is there
  }
}

/** An order's form was opened empty, for a contact, or to correct an entry. */
async function orderAddress(db: OutboxDb, path: string, instance: string): Promise<string> {
  if (instance === 'new') return path;
  const entry = await db.entries.where('id').equals(instance).first();
  return withQuery(path, entry?.kind.startsWith('order.') ? 'entry' : 'contact', instance);
}

function withQuery(path: string, name: string, value: string): string {
  return `${path}?${name}=${encodeURIComponent(value)}`;
}
