import * as v from 'valibot';
import type { CacheDb } from '#storage/cache-db.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, readContact } from './contact-book.ts';

/** So many fit on a phone above the keyboard. */
export const RECENT_MAX = 5;

const MARK = 'recent-contacts';
const Keys = v.fallback(v.array(v.string()), []);

/** Remembers whom an order was made for; in the cache, because losing it costs nothing. */
export async function rememberPicked(cache: CacheDb, key: string, at: number): Promise<void> {
  await cache.transaction('rw', cache.marks, async () => {
    const others = (await readKeys(cache)).filter(known => known !== key);
    await cache.marks.put({ name: MARK, tick: 0, at, value: [key, ...others].slice(0, RECENT_MAX) });
  });
}

/** The contacts last picked on this device, newest first, without those that are gone or about to go. */
export async function readRecent(context: ReadContext): Promise<ContactView[]> {
  const keys = await readKeys(context.cache);
  const views = await Promise.all(keys.map(key => readContact(context, key)));
  return views.filter(view => view !== null).filter(view => !view.isDeleting);
}

async function readKeys(cache: CacheDb): Promise<string[]> {
  return v.parse(Keys, (await cache.marks.get(MARK))?.value);
}
