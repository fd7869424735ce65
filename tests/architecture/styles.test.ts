import { describe, expect, it } from 'vitest';
import { readSheets, styleErrors } from './styles.ts';

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
