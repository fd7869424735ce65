import { useRef } from 'react';

/** Letters that come sooner than this belong to one word. */
const TOGETHER_MS = 600;

/** Finds the next line that begins with what was typed; −1 where none does. */
export function useTypeahead() {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string, at: number, from: number, count: number, wordsOf: (index: number) => string) => {
    const isSameWord = at - typed.current.at < TOGETHER_MS;
    const text = (isSameWord ? typed.current.text : '') + plain(letter);
    typed.current = { text, at };
    // A word that grows may still be the one that it has found.
    const start = text.length > 1 ? from : from + 1;
    for (let step = 0; step < count; step += 1) {
      const index = (start + step) % count;
      if (plain(wordsOf(index)).startsWith(text)) return index;
    }
    return -1;
  };
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}
