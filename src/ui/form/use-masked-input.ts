import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ControlledInput } from './controlled-input.ts';

/** A text and what is selected in it: twice the same position is the caret. */
export type Typed = { value: string; selection: readonly [from: number, to: number] };

/** How a field writes what is typed into it. */
export type InputMask = {
  /** What the field shows after an input, from what it showed before. `isForward`: the key Delete. */
  edit: (before: string, after: Typed, isForward: boolean) => Typed;
  /** How the form's value is shown. */
  show: (value: string, hasFocus: boolean) => string;
  /** The form's value of what is shown. */
  read: (shown: string) => string;
};

/**
 * An input that a mask writes into. Its text belongs to the browser: only what the mask changes, and what comes from outside, as
 * when the form is reset, is written. Writing at each key would end the composition of a phone's keyboard.
 */
export function useMaskedInput(mask: InputMask, { value, onChange, ref }: ControlledInput) {
  const element = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      element.current = input;
      if (input) shown.current = input.value;
      if (typeof ref === 'function') ref(input);
      else if (ref) ref.current = input;
    },
    [ref],
  );
  const write = useCallback((text: string, selection?: Typed['selection']) => {
    const input = element.current;
    if (!input) return;
    shown.current = text;
    if (input.value !== text) input.value = text;
    if (selection && document.activeElement === input) input.setSelectionRange(...selection);
  }, []);
  useLayoutEffect(() => {
    const input = element.current;
    if (!input || mask.read(input.value) === value) return;
    write(mask.show(value, document.activeElement === input));
  }, [mask, value, write]);
  const handleInput = (input: HTMLInputElement, isForward: boolean) => {
    const before = shown.current;
    const { selectionStart, selectionEnd } = input;
    const end = input.value.length;
    const after: Typed = { value: input.value, selection: [selectionStart ?? end, selectionEnd ?? end] };
    const typed = mask.edit(before, after, isForward);
    write(typed.value, typed === after ? undefined : typed.selection);
    if (typed.value !== before) onChange(mask.read(typed.value));
  };
  return {
    write,
    input: {
      ref: attach,
      defaultValue: mask.show(value, false),
      onInput: ({ nativeEvent, currentTarget }: React.InputEvent<HTMLInputElement>) => {
        const isForward = nativeEvent.inputType === 'deleteContentForward';
        if (!nativeEvent.isComposing) handleInput(currentTarget, isForward);
      },
      onCompositionEnd: ({ currentTarget }: React.CompositionEvent<HTMLInputElement>) =>
        handleInput(currentTarget, false),
    },
  };
}
