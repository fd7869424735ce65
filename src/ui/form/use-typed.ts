import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStable } from '../use-stable.ts';

/** What follows the typed text with an effort waits for a pause as long as this, in milliseconds. */
export const TYPING_MS = 250;

type Typed = {
  value: string;
  onChange: (text: string) => void;
  /** The parent is told once typing has paused for so long; left out at once. Nothing is told from another address. */
  pauseMs?: number;
};

/** What is typed, at once; a value that was not typed here, e.g. of an address that one went back to, takes its place. */
export function useTyped({ value, onChange, pauseMs }: Typed) {
  const [text, setText] = useState(value);
  // What the parent was given, and the value has not followed yet.
  const pending = useRef<readonly string[]>([]);
  const timer = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = pending.current.indexOf(value);
    pending.current = pending.current.slice(at + 1);
    if (at >= 0) return;
    pending.current = [];
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (next: string) => {
    pending.current = [...pending.current, next];
    onChange(next);
  };
  const reportNew = useStable((next: string) => next !== value && report(next));
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    if (pauseMs === undefined) return report(next);
    const { href } = window.location;
    timer.current = window.setTimeout(() => {
      // The old screen stays until the next one is loaded: it leads nobody back.
      if (window.location.href === href) reportNew(next);
    }, pauseMs);
  };
  return [text, type] as const;
}
