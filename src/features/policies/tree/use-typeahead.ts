import { useRef } from 'react';

/** Letters that come sooner than this belong to one word. */
const TOGETHER_MS = 1000;

/** A letter, when it was typed, and the lines among which it is looked for, beginning at one of them. */
export type Typed = { letter: string; when: number; from: number; count: number };

/** Finds lines by their first letters. */
export function useTypeahead() {
  const typed = useRef({ text: '', when: 0 });
  const isTyping = (when: number) => typed.current.text !== '' && when - typed.current.when < TOGETHER_MS;
  /** The next line that begins with what was typed; −1 where none does. */
  const find = ({ letter, when, from, count }: Typed, wordsAt: (index: number) => string) => {
    const text = (isTyping(when) ? typed.current.text : '') + plain(letter);
    typed.current = { text, when };
    // A word that grows may still mean the line that it has found.
    const first = text.length > 1 ? from : from + 1;
    for (let step = 0; step < count; step += 1) {
      const index = (first + step) % count;
      if (plain(wordsAt(index)).startsWith(text)) return index;
    }
    return -1;
  };
  return { isTyping, find };
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}
