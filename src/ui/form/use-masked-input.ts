import { type KeyboardEvent, type Ref, useCallback, useLayoutEffect, useRef } from 'react';

/** What a text field inside a Controller takes of it. */
export type ControlledInput = {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  required?: boolean;
  disabled?: boolean;
};

/** A text and what is selected in it: twice the same position is the caret. */
export type Typed = { value: string; selection: readonly [from: number, to: number] };

/** How a field writes what is typed into it. Its text can tell more than what is shown of it. */
export type InputMask = {
  /** The text after an input, from the text before and what the browser shows now. `isForward`: the key Delete. */
  edit: (before: string, after: Typed, isForward: boolean) => Typed;
  /** The text for the form's value. */
  toText: (value: string, hasFocus: boolean) => string;
  /** The form's value of the text. */
  toValue: (text: string) => string;
  /** What is shown of the text, character by character. */
  show: (text: string) => string;
};

/**
 * An input that a mask writes into. What it shows belongs to the browser: only what the mask changes, and what comes from outside, as
 * when the form is reset, is written. Writing at each key would end the composition of a phone's keyboard. A browser does not
 * undo what was written into its field, so the steps are kept here.
 */
export function useMaskedInput(mask: InputMask, { value, onChange, ref }: ControlledInput) {
  const element = useRef<HTMLInputElement>(null);
  const history = useRef<{ steps: string[]; at: number }>({ steps: [mask.toText(value, false)], at: 0 });
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      element.current = input;
      if (typeof ref === 'function') ref(input);
      else if (ref) ref.current = input;
    },
    [ref],
  );
  const show = useCallback(
    (text: string, selection?: Typed['selection']) => {
      const input = element.current;
      if (!input) return;
      const shown = mask.show(text);
      if (input.value !== shown) input.value = shown;
      if (selection && document.activeElement === input) input.setSelectionRange(...selection);
    },
    [mask],
  );
  const write = useCallback(
    (text: string, selection?: Typed['selection']) => {
      history.current = { steps: [text], at: 0 };
      show(text, selection);
    },
    [show],
  );
  useLayoutEffect(() => {
    const { steps, at } = history.current;
    if (mask.toValue(steps[at] ?? '') === value) return;
    write(mask.toText(value, document.activeElement === element.current));
  }, [mask, value, write]);
  const handleInput = (input: HTMLInputElement, isForward: boolean) => {
    const { steps, at } = history.current;
    const before = steps[at] ?? '';
    const { selectionStart, selectionEnd } = input;
    const end = input.value.length;
    const after: Typed = { value: input.value, selection: [selectionStart ?? end, selectionEnd ?? end] };
    const typed = mask.edit(before, after, isForward);
    show(typed.value, typed === after ? undefined : typed.selection);
    if (typed.value === before) return;
    history.current = { steps: [...steps.slice(0, at + 1), typed.value], at: at + 1 };
    onChange(mask.toValue(typed.value));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = undoOffset(event);
    const { steps, at } = history.current;
    const text = steps[at + offset];
    if (offset === 0) return;
    event.preventDefault();
    if (text === undefined) return;
    history.current = { steps, at: at + offset };
    show(text, [text.length, text.length]);
    onChange(mask.toValue(text));
  };
  return {
    write,
    /** What is known to stand in the field; while a keyboard composes a word, the browser shows more. */
    readText: () => history.current.steps[history.current.at] ?? '',
    input: {
      ref: attach,
      defaultValue: mask.show(mask.toText(value, false)),
      onKeyDown: handleKeyDown,
      onInput: ({ nativeEvent, currentTarget }: React.InputEvent<HTMLInputElement>) => {
        const isForward = nativeEvent.inputType === 'deleteContentForward';
        if (!nativeEvent.isComposing) handleInput(currentTarget, isForward);
      },
      onCompositionEnd: ({ currentTarget }: React.CompositionEvent<HTMLInputElement>) =>
        handleInput(currentTarget, false),
    },
  };
}

/** -1 to undo, 1 to redo, 0 for any other key. By the key's place: on a Russian layout it writes «я». */
function undoOffset({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number {
  if (altKey || !(ctrlKey || metaKey)) return 0;
  if (code === 'KeyZ') return shiftKey ? 1 : -1;
  return code === 'KeyY' && ctrlKey ? 1 : 0;
}
