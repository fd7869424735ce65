import { startTransition, useEffect, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { useDevice } from '#state/device-context.ts';
import {
  type LocalContext,
  localContext,
  type Query,
  useLocal,
  usePullContext,
  withCache,
} from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { type FoundContact, findContacts } from './offline/find-contacts.ts';
import { openIndex } from './offline/stored-search-index.ts';

/** More than a phone shows above its keyboard. */
const FIRST_COUNT = 6;

/** So many at a time after that: a cheap phone stays free for a tap in between. */
const STEP_COUNT = 8;

/** Longer than from one letter to the next: drawing what the next letter throws away would keep it waiting. */
export const PAUSE_MS = 350;

/**
 * The first few of a list at once, the others when there is time and nobody types; `subject` says whose list it is, and
 * `before` how many the reader had seen of it.
 */
export function useProgressiveList<Item>(
  items: readonly Item[],
  subject: string,
  before = 0,
): readonly Item[] {
  const [drawn, setDrawn] = useState({ subject, count: Math.max(before, FIRST_COUNT) });
  const count = drawn.subject === subject ? drawn.count : FIRST_COUNT;
  const isWhole = count >= items.length;
  useEffect(() => {
    if (isWhole) return;
    const more = () => startTransition(() => setDrawn({ subject, count: count + STEP_COUNT }));
    const timer = setTimeout(more, count === FIRST_COUNT ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [subject, count, isWhole]);
  return isWhole ? items : items.slice(0, count);
}

/** Loads the search's index, e.g. when the field takes the focus: before the first letter. */
export function usePreloadSearch(): () => void {
  const cache = usePullContext()?.cache;
  return () => {
    if (cache) void openIndex(cache);
  };
}

/** Who the text means; `text` is repeated, because another letter may have been typed since. */
export function useFoundContacts(text: string): { text: string; contacts: FoundContact[] } | undefined {
  return useLocal(async context => ({ text, contacts: await findContacts(context, text) }), [text]);
}

/** Opens this device's data in a handler, for whoever is signed in at that moment. */
export function useOpenContext(): () => LocalContext | null {
  const device = useDevice();
  const { held } = useSession();
  return () => localContext(device, held);
}

/** What is saved waits no longer for the book. */
const READ_BEFORE_SAVE_MS = 2 * SECOND_MS;

/**
 * [S1] Reads this device's data before something is saved. undefined when it cannot be read, or does not answer, e.g.
 * because a tab that the browser has frozen holds the cache: the outbox needs neither.
 */
export function useReadBeforeSave(): <Value>(query: Query<Value>) => Promise<Value | undefined> {
  const openContext = useOpenContext();
  return query => {
    const tooLate = new Promise<undefined>(resolve => setTimeout(resolve, READ_BEFORE_SAVE_MS));
    const read = withCache(openContext, query).catch(reason => {
      reportError(reason);
      return undefined;
    });
    return Promise.race([read, tooLate]);
  };
}
