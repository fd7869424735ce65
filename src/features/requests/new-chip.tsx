import { useEffect, useRef } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { markSeen, readChangedSinceSeen } from '#storage/seen-requests.ts';
import { Chip } from '#ui/chip.tsx';
import { Sparkles } from '#ui/icons-of-screens.ts';
import { texts } from './texts.ts';

/** So long it is in sight before it counts as seen without leaving the screen. */
const SEEN_AFTER_MS = 5 * SECOND_MS;

/** «Новое» on a request that changed. Once it was in sight, the request counts as seen when the screen is left. */
export function NewChip({ request }: { request: RequestRow }) {
  const context = usePullContext();
  // By what it says, not by the object: a refresh that changes nothing must not count as leaving.
  const { id, state_name, paid } = request;
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!context || !mark.current) return;
    return watchVisibility(mark.current, () => {
      markSeen(context.cache, [{ id, state_name, paid }]).catch(() => {
        // The database is gone with its user, or full: the chip is shown once more, nothing worse.
      });
    });
  }, [context, id, state_name, paid]);
  return (
    <span ref={mark}>
      <Chip tone="info" icon={<Sparkles size={16} />}>
        {texts.changed}
      </Chip>
    </span>
  );
}

/** Calls `onSeen` after a while in sight, or when the watching ends after it was in sight; once. */
function watchVisibility(element: Element, onSeen: () => void): () => void {
  let isPending = false;
  let timer = 0;
  const reportSeen = () => {
    window.clearTimeout(timer);
    if (isPending) onSeen();
    isPending = false;
  };
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    observer.disconnect();
    isPending = true;
    timer = window.setTimeout(reportSeen, SEEN_AFTER_MS);
  });
  observer.observe(element);
  window.addEventListener('pagehide', reportSeen);
  return () => {
    observer.disconnect();
    window.removeEventListener('pagehide', reportSeen);
    reportSeen();
  };
}

/** Requests that are «Новое» on this screen, newest first: marked as seen meanwhile, they stay so until it is left. */
export function useChanged(): RequestRow[] {
  const changed = useLocal(({ cache }) => readChangedSinceSeen(cache), []);
  const shown = useRef(new Map<number, RequestRow>());
  for (const request of changed ?? []) shown.current.set(request.id, request);
  return [...shown.current.values()];
}
