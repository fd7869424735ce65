import type { MaskitoOptions, MaskitoPlugin } from '@maskito/core';
import { maskitoCaretGuard } from '@maskito/kit';
import { endOfTyped, fitsMask, type Mask, nextSlot } from './mask.ts';
import { editMasked, findEdit, fitToMask } from './mask-edit.ts';

type State = { value: string; selection: readonly [number, number] };

/**
 * A mask as options of Maskito, which tells typing, deleting, pasting and undoing apart on each browser and keyboard.
 * What becomes of the text is decided by mask-edit.ts: Maskito's own way moves the rest over the gap that a deletion
 * leaves, and drops what does not fit where it comes to stand. For one field: it remembers a composition.
 */
export function maskitoOptionsOf(mask: Mask): MaskitoOptions {
  let planned: State | null = null;
  let composed: State | null = null;
  const rememberComposed: MaskitoPlugin = element => {
    const handleStart = () => {
      composed = stateOf(element);
    };
    element.addEventListener('compositionstart', handleStart);
    return () => element.removeEventListener('compositionstart', handleStart);
  };
  return {
    // Anything: the plan is what counts.
    mask: /^.*$/s,
    preprocessors: [
      ({ elementState, data }, action) => {
        if (action === 'insert') {
          planned = planInsert(mask, elementState, data);
          // Without data Maskito takes the key for refused.
          return { elementState, data: planned === null ? '' : data };
        }
        planned =
          action === 'validation'
            ? planWhole(mask, elementState, composed)
            : planDelete(mask, elementState, action === 'deleteForward');
        if (action === 'validation') composed = null;
        return { elementState, data };
      },
    ],
    postprocessors: [state => planned ?? state],
    plugins: [rememberComposed, maskitoCaretGuard(value => [0, caretLimit(mask, value)])],
  };
}

/** How far the caret may go: behind what was typed, at the slot that comes next. */
export function caretLimit(mask: Mask, value: string): number {
  const end = endOfTyped(mask, value);
  const open = nextSlot(mask, end);
  return open === -1 ? value.length : Math.min(open, value.length);
}

function planInsert(mask: Mask, { value, selection: [from, to] }: State, text: string): State | null {
  const typed = text === '' ? null : editMasked(mask, value, { from, to, text });
  return typed && { value: typed.value, selection: [typed.caret, typed.caret] };
}

/** What stands for itself cannot be deleted: the caret goes past it. */
function planDelete(mask: Mask, { value, selection: [from, to] }: State, isForward: boolean): State | null {
  const left = editMasked(mask, value, { from, to, text: '' });
  if (!left) return null;
  const caret = isForward && left.value === value ? to : from;
  return { value: left.value, selection: [caret, caret] };
}

/** A text that came past the keys: at the end of a composition what changed counts, else it is read as a whole. */
function planWhole(mask: Mask, state: State, before: State | null): State {
  if (fitsMask(mask, state.value) || state.value === '') return state;
  if (before === null) {
    const value = fitToMask(mask, state.value);
    const caret = caretLimit(mask, value);
    return { value, selection: [caret, caret] };
  }
  const edit = findEdit(before.value, state.value, before.selection[0]);
  const typed = editMasked(mask, before.value, edit);
  return typed ? { value: typed.value, selection: [typed.caret, typed.caret] } : before;
}

function stateOf(element: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>): State {
  return { value: element.value, selection: [element.selectionStart ?? 0, element.selectionEnd ?? 0] };
}
