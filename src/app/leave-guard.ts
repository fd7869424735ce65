import { atom, getDefaultStore, useAtom } from 'jotai';
import { type ComponentProps, startTransition } from 'react';
import { type unstable_HistoryRouter as HistoryRouter, UNSAFE_createBrowserHistory } from 'react-router-dom';
import { BASE } from '#domain/paths.ts';
import { isLeavingPage } from '#kit/leave-page.ts';
import { type LeaveWords, leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { closeTopLayer, connectLayers, hasLayers } from '#ui/layers.ts';
import { screenAt } from './routes.tsx';

/** The navigation that waits for the user's answer; null while nothing is asked. */
const leavingAtom = atom<{ leave: () => void; words: LeaveWords | undefined } | null>(null);

/** The key of the address that was gone to last: it is not the shown one while the code of its screen is loaded. */
export const comingKeyAtom = atom<string | null>(null);

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

export type GuardedHistory = ComponentProps<typeof HistoryRouter>['history'];

/** Marks the entry of the history that stands for what lies over the page. */
const LAYER = 'layer';

const isInBar = (href: string) => new URL(href, window.location.href).href === window.location.href;

const isLayerEntry = () => Object(window.history.state)[LAYER] === true; // untyped by its nature

/**
 * The browser's history, which asks before a form is left that would lose something, and whose «back» closes what lies
 * over the page first. What replaces an address is never asked about: forms go on that way after a save, and the session
 * when it ends.
 */
export function guardedHistory(): GuardedHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const { push, replace, listen, go: step } = history;
  const layer = layerEntry();
  let askOnReturn: (() => void) | null = null;
  let isAllowed = false;
  let shownPath = history.location.pathname;
  const go = (...target: Parameters<typeof push>) =>
    // A way that begins in a menu takes the place of the menu's entry: «back» leads to the page.
    // The address may be there already, while the code of its screen is loaded: a second tap adds nothing.
    layer.afterRemoval(() =>
      isLayerEntry() || isInBar(history.createHref(target[0])) ? replace(...target) : push(...target),
    );
  return Object.assign(history, {
    go(delta: number) {
      // From the page's entry, not from that of what lies over it.
      layer.remove(true);
      layer.afterRemoval(() => layer.leave(() => step(delta)));
    },
    push(...target: Parameters<typeof push>) {
      if (wouldLoseInput()) askToLeave(() => go(...target));
      else go(...target);
    },
    replace(...target: Parameters<typeof replace>) {
      // It is the page's entry that is replaced, not that of what lies over it.
      layer.remove(true);
      layer.afterRemoval(() => replace(...target));
    },
    listen: (listener: Parameters<typeof listen>[0]) =>
      listen(update => {
        const { action, delta } = update;
        if (askOnReturn) {
          askOnReturn();
          askOnReturn = null;
          return;
        }
        if (action === 'POP' && layer.takesBack()) return;
        if (action !== 'POP' || !delta || isAllowed || !wouldLoseInput()) {
          isAllowed = false;
          getDefaultStore().set(comingKeyAtom, update.location.key);
          const { pathname } = update.location;
          showAt(pathname, pathname === shownPath, () => listener(update));
          shownPath = pathname;
          return;
        }
        const leave = () => {
          isAllowed = true;
          layer.leave(() => step(delta));
        };
        // The question itself lies over the page: it is gone before the page is.
        askOnReturn = () => askToLeave(() => setTimeout(() => layer.afterRemoval(leave)));
        // The browser has gone back already: it is brought here again while the user decides.
        step(-delta);
      }),
  });
}

/**
 * Draws a screen whose code is there before the next frame: in slices between frames a cheap phone takes longer. Where the
 * code is still to be loaded the old screen stays meanwhile, and in the same screen what is typed goes first.
 */
function showAt(pathname: string, isSame: boolean, show: () => void): void {
  if (!isSame && screenAt(pathname.slice(BASE.length))?.component.isLoaded()) show();
  else startTransition(show);
}

/** One entry on top of the page's, for as long as anything lies over the page: «back» takes that entry instead of the page. */
function layerEntry() {
  const { history } = window;
  let isRemoving = false;
  let isLeaving = false;
  let waiting: (() => void) | null = null;
  const add = () => {
    // Its place as the router counts places, so that the next one is counted right.
    const { idx = 0, ...state } = Object(history.state);
    history.pushState({ ...state, idx: idx + 1, [LAYER]: true }, '');
  };
  const remove = (isForced = false) => {
    const isOver = isForced || !hasLayers();
    if (!isOver || isRemoving || isLeavingPage() || !isLayerEntry()) return;
    isRemoving = true;
    history.back();
  };
  // Later: a layer that closes may open the next one, or lead to another page.
  connectLayers({ onFirst: () => !isLayerEntry() && add(), onNone: () => setTimeout(() => remove()) });
  return {
    remove,
    /** A step that the app makes: what is still open, because its closing is not drawn yet, goes with the page. */
    leave(step: () => void): void {
      isLeaving = true;
      step();
    },
    /** Whether a step in the history was about layers alone. */
    takesBack(): boolean {
      if (isRemoving) {
        isRemoving = false;
        const goOn = waiting;
        waiting = null;
        goOn?.();
        if (hasLayers() && !isLeaving && !isLayerEntry()) add();
        return true;
      }
      if (isLeaving) {
        isLeaving = false;
        return false;
      }
      if (hasLayers()) {
        closeTopLayer();
        // Another one is left, or this one has something to finish first.
        setTimeout(() => hasLayers() && !isLayerEntry() && add());
        return true;
      }
      // «Forward» has come back to an entry whose layer is closed.
      if (isLayerEntry()) remove();
      return isRemoving;
    },
    /** Goes on once no entry is being removed: what is added meanwhile would be removed in its place. */
    afterRemoval(goOn: () => void): void {
      remove();
      if (isRemoving) waiting = goOn;
      else goOn();
    },
  };
}
