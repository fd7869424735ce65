import { MINUTE_MS } from '#kit/clock.ts';
import type { WallClock } from '#kit/date.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, readBook } from './contact-book.ts';

/** An older book says how old it is. */
const STALE_MS = 10 * MINUTE_MS;

/**
 * What the list shows at once. `loadedAt` null: the book was never completely loaded onto this device. `today`
 * is the firm's wall clock, for the headers of the days.
 */
export type BookPage = {
  contacts: ContactView[];
  hasMore: boolean;
  loadedAt: WallClock | null;
  isStale: boolean;
  today: WallClock;
};

/** A page of the book, whether there is more, and how old it is: never a look at the whole book, however thick. */
export async function readBookPage(context: ReadContext, limit: number): Promise<BookPage> {
  const [contacts, mark] = await Promise.all([readBook(context, limit + 1), context.cache.marks.get('book')]);
  const now = context.now();
  return {
    contacts: contacts.slice(0, limit),
    hasMore: contacts.length > limit,
    loadedAt: mark ? context.wallClock(mark.at) : null,
    isStale: mark !== undefined && now - mark.at > STALE_MS,
    today: context.wallClock(now),
  };
}
