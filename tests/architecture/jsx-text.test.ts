import { expect, it } from 'vitest';
import { looseTexts } from './jsx-text.ts';

/** The compiler reads the whole page, or React's types for an example, on a slow machine perhaps. */
const PATIENCE_MS = 60_000;

it('every text of the page is the only child of its element', { timeout: PATIENCE_MS }, () => {
  expect(looseTexts('src/tsconfig.json')).toEqual([]);
});

const HEAD = `
  import type { ReactElement, ReactNode } from 'react';
  declare const text: string; declare const count: number; declare const isOpen: boolean;
  declare const node: ReactNode; declare const element: ReactElement; declare const texts: string[];
  declare function Part(props: { children?: ReactNode }): ReactElement;
`;

/** Of these pieces of JSX, a line each, those in which something is found. */
function loose(pieces: readonly string[]): string[] {
  const folder = `${process.cwd()}/tests/architecture`;
  const options = {
    jsx: 'react-jsx',
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  const found = looseTexts(`${folder}/tsconfig.example.json`, {
    [`${folder}/tsconfig.example.json`]: JSON.stringify({ compilerOptions: options, files: ['example.tsx'] }),
    [`${folder}/example.tsx`]: [...pieces, HEAD].join('\n'),
  });
  const lines = new Set(found.map(sentence => Number(/:(\d+) /.exec(sentence)?.[1])));
  return pieces.filter((_, at) => lines.has(at + 1));
}

it('a text with a neighbour is found, also where it only may be a text, is in a list or returned by a component', {
  timeout: PATIENCE_MS,
}, () => {
  const wrong = [
    '<p>{isOpen && element}Текст</p>;',
    '<p>{text}{isOpen && <b />}</p>;',
    '<p>{text} из {count}</p>;',
    '<p>{count}<b /></p>;',
    '<p>{isOpen ? element : text}<b /></p>;',
    '<p>{node}<b /></p>;',
    '<Part>{text}<b /></Part>;',
    '<p><b />{" "}<b /></p>;',
    '<p>{texts}</p>;',
    '<p>{texts.map(each => isOpen ? <b key={each} /> : each)}</p>;',
    '<>{text}</>;',
    'function Name() { return isOpen ? element : text; }',
  ];
  expect(loose(wrong)).toEqual(wrong);
});

it('a text that is alone is none, and neither are elements beside each other', {
  timeout: PATIENCE_MS,
}, () => {
  const right = [
    '<p>Текст</p>;',
    '<p>{text + count}</p>;',
    '<p>{isOpen && text}</p>;',
    '<p>{node}</p>;',
    '<Part>{text}</Part>;',
    '<p>{/* why */}<span>{text}</span>{text && <b />}{node && <b />}</p>;',
    '<ul>{texts.map(each => <li key={each}>{each}</li>)}<li /></ul>;',
    'function Name() { return isOpen && element; }',
  ];
  expect(loose(right)).toEqual([]);
});
