import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** What is asked before something is left, where typed input is not what would be lost. */
export type LeaveWords = { title: string; why: string };

/** A form on the screen; it says whether leaving would lose what was typed. */
type OpenForm = { wouldLose: () => boolean; words: LeaveWords | undefined };

/** What is being filled in: whoever would interrupt typing (navigation, reload) asks here first. */
const open = new Set<OpenForm>();
const listeners = new Set<() => void>();

function change(work: () => void) {
  work();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Counts this form as open for as long as it is mounted. `wouldLose` belongs to a form whose input is kept nowhere
 * else: leaving the screen or the page is then asked about, in `words` if it is about something else than input.
 */
export function useOpenFormMark(wouldLose?: () => boolean, words?: LeaveWords): void {
  const latest = useRef({ wouldLose, words });
  useLayoutEffect(() => {
    latest.current = { wouldLose, words };
  });
  const mayLose = wouldLose !== undefined;
  useEffect(() => {
    const form: OpenForm = {
      wouldLose: () => latest.current.wouldLose?.() ?? false,
      get words() {
        return latest.current.words;
      },
    };
    change(() => open.add(form));
    return () => change(() => open.delete(form));
  }, []);
  useEffect(() => {
    // Only while it is needed: some browsers keep no page with this listener for the way back.
    if (!mayLose) return;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [mayLose]);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (wouldLoseInput()) event.preventDefault();
}

/** Whether any form is on the screen. */
export function hasOpenForm(): boolean {
  return open.size > 0;
}

/** The same for components. */
export function useHasOpenForm(): boolean {
  return useSyncExternalStore(subscribe, hasOpenForm);
}

/** What is asked instead, where whatever would be lost has words of its own. */
export function leaveWords(): LeaveWords | undefined {
  return [...open].find(form => form.wouldLose())?.words;
}

/** Whether something typed would be lost if the screen was left now. */
export function wouldLoseInput(): boolean {
  return [...open].some(form => form.wouldLose());
}
