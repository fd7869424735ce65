import { formatDay, type WallClock } from '#kit/date.ts';
import type { ContactView } from './offline/contact-book.ts';
import { texts } from './texts.ts';

export type ContactDay = { id: string; title: string; contacts: ContactView[] };

/**
 * Runs of one creation day, in the order of the list. What waits stands on top of the list, so that an older
 * day may come before today; then that day has two runs.
 */
export function groupByDay(contacts: readonly ContactView[], now: WallClock): ContactDay[] {
  const days: ContactDay[] = [];
  let day: string | null = null;
  for (const contact of contacts) {
    const next = contact.created_at.slice(0, 10);
    if (next !== day) {
      const title = next === '' ? texts.noDate : formatDay(next, now);
      const repeated = days.filter(known => known.title === title).length;
      days.push({ id: `${next}|${repeated}`, title, contacts: [] });
    }
    day = next;
    days.at(-1)?.contacts.push(contact);
  }
  return days;
}
