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
  const opened = drafts.map(draft => {
    const { key, form, savedAt } = draft;
    const to = addressOf(draft);
    return to === null ? null : { key, form, savedAt: wallClock(savedAt), to };
  });
  return opened.filter(draft => draft !== null).reverse();
}

function addressOf({ key, ownerKey, form }: Draft): string | null {
  const instance = key.slice(`${ownerKey}|${form}|`.length);
  switch (form) {
    case 'contact.add':
      return instance === 'new' ? paths.contactAdd : withQuery(paths.contactAdd, 'text', instance);
    case 'contact.edit':
      return pathTo(paths.contactEdit, { id: instance });
    case 'order.basa':
      return orderAddress(paths.orderAddBasa, instance);
    case 'order.point':
      return orderAddress(paths.orderAddPoint, instance);
    default:
      return null; // of a newer version of the app: it stays until that one is there
  }
}

/** `entry:<id>` corrects an entry, `contact:<key>` was opened from a contact, `new` from nowhere. */
function orderAddress(path: string, instance: string): string {
  const [name = '', ...rest] = instance.split(':');
  return rest.length === 0 ? path : withQuery(path, name, rest.join(':'));
}

function withQuery(path: string, name: string, value: string): string {
  return `${path}?${name}=${encodeURIComponent(value)}`;
}
