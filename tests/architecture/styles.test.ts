import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { describe, expect, it } from 'vitest';

/** Sources and style sheets by path. */
type Sheets = { sources: Readonly<Record<string, string>>; sheets: Readonly<Record<string, string>> };

/** What src holds of both. */
function readSheets(): Sheets {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(file =>
    posix.join('src', file.replaceAll('\\', '/')),
  );
  const read = (ending: RegExp) =>
    Object.fromEntries(
      files.filter(file => ending.test(file)).map(file => [file, readFileSync(file, 'utf8')]),
    );
  return { sources: read(/\.tsx?$/), sheets: read(/\.module\.css$/) };
}

/** Classes that a component names and its sheet lacks, and those that nobody names, as sentences. */
function styleErrors({ sources, sheets }: Sheets): string[] {
  const used = new Map<string, Set<string>>();
  const lost: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    for (const { sheet, names } of sheetsOf(path, source)) {
      const known = used.get(sheet) ?? new Set();
      used.set(sheet, new Set([...known, ...names]));
      const there = classesOf(sheets[sheet] ?? '');
      const absent = names.filter(name => !there.has(name) && name !== ANY);
      lost.push(...absent.map(name => `${path} names .${name}: ${sheet} lacks it`));
    }
  }
  const idle = Object.entries(sheets).flatMap(([sheet, css]) => idleClasses(sheet, css, used.get(sheet)));
  return [...lost, ...idle];
}

/** Stands for every class: the name is computed. */
const ANY = '*';

/** Named by the router itself. */
const BY_OTHERS = new Set(['active']);

function idleClasses(sheet: string, css: string, used: ReadonlySet<string> = new Set()): string[] {
  if (used.has(ANY)) return [];
  return [...classesOf(css)]
    .filter(name => !used.has(name) && !BY_OTHERS.has(name))
    .map(name => `${sheet} has .${name}, which nobody names`);
}

function sheetsOf(path: string, source: string): { sheet: string; names: string[] }[] {
  const code = source.replace(/^import .*$/gm, '');
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, as = '', from = '']) => ({
    sheet: from.startsWith('#') ? `src/${from.slice(1)}` : posix.join(posix.dirname(path), from),
    names: [
      ...[...code.matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))].flatMap(match => match[1] ?? []),
      ...(new RegExp(`\\b${as}\\[`).test(code) ? [ANY] : []),
    ],
  }));
}

function classesOf(css: string): Set<string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return new Set([...plain.matchAll(/\.([A-Za-z_][\w-]*)/g)].flatMap(match => match[1] ?? []));
}

describe('the style sheets', () => {
  it('have every class that a component names, and no other', () => {
    expect(styleErrors(readSheets())).toEqual([]);
  });
});

describe('the test of style sheets', () => {
  const sheets = {
    'src/ui/card.module.css': '/* .old */ .card { gap: 0.5em } .card:hover .title { margin: 0 }',
  };
  const using = (code: string) => ({ 'src/ui/card.tsx': `import styles from './card.module.css';\n${code}` });

  it('notices a class that is gone', () => {
    expect(styleErrors({ sheets, sources: using('styles.card; styles.title; styles.panel') })).toEqual([
      'src/ui/card.tsx names .panel: src/ui/card.module.css lacks it',
    ]);
  });

  it('notices a class that nobody names', () => {
    expect(styleErrors({ sheets, sources: using('styles.card') })).toEqual([
      'src/ui/card.module.css has .title, which nobody names',
    ]);
  });

  it('finds a sheet by its alias, and lets a computed name stand for all', () => {
    const sources = { 'src/app/x.tsx': "import looks from '#ui/card.module.css';\nlooks[tone]" };
    expect(styleErrors({ sheets, sources })).toEqual([]);
  });
});
