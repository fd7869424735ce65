import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { Rule } from '#domain/policy/policy.ts';

type FocusTarget = (rules: readonly Rule[], before: readonly Rule[]) => string | null;

export type RuleFocus = {
  /** After the next change: the name of the rule that is new, which is told to `onNew`. */
  expectNew(onNew: (id: number) => void): void;
  /** After the next change: the actions of the same rule, wherever it is then. */
  expectMoved(id: number): void;
  /** After the next change: the rule that stands where this one stood, or Add rule. */
  expectRemoved(id: number): void;
};

/**
 * Where the focus goes on when rules come, go and change places: whoever works by keyboard stays where they were. A
 * change that was refused leaves the focus alone, at once and later.
 */
export function useRuleFocus(section: RefObject<HTMLElement | null>, rules: readonly Rule[]): RuleFocus {
  const request = useRef<FocusTarget | null>(null);
  const before = useRef(rules);
  useLayoutEffect(() => {
    if (before.current === rules) return;
    const target = request.current?.(rules, before.current);
    request.current = null;
    before.current = rules;
    // What a wish opens is drawn a moment later.
    if (target) queueMicrotask(() => section.current?.querySelector<HTMLElement>(target)?.focus());
  }, [section, rules]);
  return useMemo(
    () => ({
      expectNew(onNew) {
        request.current = (now, then) => {
          const made = now.find(({ id }) => !then.some(rule => rule.id === id));
          if (!made) return null;
          onNew(made.id);
          return `[data-rule="${made.id}"] input`;
        };
      },
      expectMoved(id) {
        request.current = (now, then) =>
          placeOf(id, now) === placeOf(id, then) ? null : `[data-rule="${id}"] [aria-haspopup="menu"]`;
      },
      expectRemoved(id) {
        request.current = (now, then) => {
          if (placeOf(id, now) >= 0) return null;
          const next = now[placeOf(id, then)] ?? now.at(-1);
          return next ? `[data-rule="${next.id}"] [aria-haspopup="menu"]` : '[data-add-rule]';
        };
      },
    }),
    [],
  );
}

function placeOf(id: number, rules: readonly Rule[]): number {
  return rules.findIndex(rule => rule.id === id);
}
