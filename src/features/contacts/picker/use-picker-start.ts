import { useEffect, useState } from 'react';
import { useLocal } from '#state/local.ts';
import { type BookPage, readBookPage } from '../offline/book-page.ts';
import type { ContactView } from '../offline/contact-book.ts';
import { readRecent } from '../offline/recent-contacts.ts';

/** So many rows are read from the device at a time. */
export const PICKER_PAGE = 30;

/** The form that asks has been painted by then. */
const BEFOREHAND_MS = 500;

/** What a picker shows first. */
export type PickerStart = { book: BookPage; recent: ContactView[] };

/** Read before the picker is asked for, so that it opens with its first page in the same frame. */
export function usePickerStart(open: boolean): PickerStart | undefined {
  const [isSoon, setIsSoon] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSoon(true), BEFOREHAND_MS);
    return () => clearTimeout(timer);
  }, []);
  const isWanted = open || isSoon;
  const start = useLocal(
    async context => {
      if (!isWanted) return null;
      const [book, recent] = await Promise.all([readBookPage(context, PICKER_PAGE), readRecent(context)]);
      return { book, recent };
    },
    [isWanted],
  );
  return start ?? undefined;
}
