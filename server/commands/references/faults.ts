/** What is wrong with a file that was given, in words. */
import { plural } from '#kit/plural.ts';

/** Of a long list of mistakes, as many are shown. */
const SHOWN = 20;

/** The file cannot be taken; its message is for the person who sent it. */
export class BadSheet extends Error {}

/** What is wrong with the lines of a file. All are looked for, so that one correction is enough. */
export type Faults = { add: (line: number, text: string) => void; raise: () => void };

export function collectFaults(): Faults {
  const shown: { line: number; text: string }[] = [];
  let count = 0;
  return {
    add: (line, text) => {
      count += 1;
      if (shown.length < SHOWN) shown.push({ line, text });
    },
    raise: () => {
      if (count === 0) return;
      const rest = count - shown.length;
      const more = rest > 0 ? [`И еще ${rest} ${plural(rest, 'ошибка', 'ошибки', 'ошибок')}`] : [];
      const lines = shown.sort((a, b) => a.line - b.line).map(({ line, text }) => `Строка ${line}: ${text}`);
      throw new BadSheet([...lines, ...more, 'Ничего не записано'].join('\n'));
    },
  };
}
