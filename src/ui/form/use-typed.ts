import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Typed = {
  value: string;
  onChange: (text: string) => void;
  /** The parent is told once typing has paused for so long; left out at once. */
  pauseMs?: number;
};

/** What is typed, at once; a value that was not typed here, e.g. of an address that one went back to, takes its place. */
export function useTyped({ value, onChange, pauseMs }: Typed) {
  const [text, setText] = useState(value);
  // What the parent was given, and the value has not followed yet.
  const pending = useRef<readonly string[]>([]);
  const timer = useRef<number>(undefined);
  const newest = useRef(onChange);
  useLayoutEffect(() => {
    newest.current = onChange;
  });
  useLayoutEffect(() => {
    const at = pending.current.indexOf(value);
    pending.current = pending.current.slice(at + 1);
    if (at >= 0) return;
    pending.current = [];
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  // Whoever has left the screen is at another address.
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    const report = () => {
      pending.current = [...pending.current, next];
      newest.current(next);
    };
    setText(next);
    clearTimeout(timer.current);
    if (pauseMs === undefined) report();
    else timer.current = window.setTimeout(report, pauseMs);
  };
  return [text, type] as const;
}
