import { atom, getDefaultStore, useAtom } from 'jotai';
import type { ComponentProps } from 'react';
import { type unstable_HistoryRouter as HistoryRouter, UNSAFE_createBrowserHistory } from 'react-router-dom';
import { type LeaveWords, leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';

/** The navigation that waits for the user's answer; null while nothing is asked. */
const leavingAtom = atom<{ leave: () => void; words: LeaveWords | undefined } | null>(null);

function askToLeave(leave: () => void): void {
  getDefaultStore().set(leavingAtom, { leave, words: leaveWords() });
}

/** The question whether to leave a form that would lose what was typed; null while there is none. */
export function useLeaveQuestion() {
  const [leaving, setLeaving] = useAtom(leavingAtom);
  if (!leaving) return null;
  const close = () => setLeaving(null);
  return {
    words: leaving.words,
    onStay: close,
    onLeave() {
      close();
      leaving.leave();
    },
  };
}

type GuardedHistory = ComponentProps<typeof HistoryRouter>['history'];

/**
 * The browser's history, which asks before a form is left that would lose something. What replaces an address is
 * never asked about: forms go on that way after a save, and the session when it ends.
 */
export function guardedHistory(): GuardedHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const { push, listen } = history;
  let isReturning = false;
  let isAllowed = false;
  return Object.assign(history, {
    push(...target: Parameters<typeof push>) {
      if (wouldLoseInput()) askToLeave(() => push(...target));
      else push(...target);
    },
    listen: (listener: Parameters<typeof listen>[0]) =>
      listen(update => {
        const { action, delta } = update;
        if (isReturning) {
          isReturning = false;
          return;
        }
        if (action !== 'POP' || !delta || isAllowed || !wouldLoseInput()) {
          isAllowed = false;
          listener(update);
          return;
        }
        // The browser has gone back already: it is brought here again while the user decides.
        isReturning = true;
        history.go(-delta);
        askToLeave(() => {
          isAllowed = true;
          history.go(delta);
        });
      }),
  });
}
