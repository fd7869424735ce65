import { describe, expect, it } from 'vitest';
import { type Chunk, firstUseFiles } from '../../vite.config.ts';

function chunk(fileName: string, more: Partial<Chunk> = {}): Chunk {
  return { fileName, isEntry: false, facadeModuleId: null, imports: [], dynamicImports: [], ...more };
}

function screen(feature: string, more: Partial<Chunk> = {}): Chunk {
  return chunk(`${feature}.js`, { facadeModuleId: `/repo/src/features/${feature}/screen.tsx`, ...more });
}

describe('the rule of what is kept at installation', () => {
  it('leaves out online features with the libraries and styles that only they use', () => {
    const styled = { importedCss: new Set(['users.css']), importedAssets: new Set<string>() };
    const first = firstUseFiles([
      chunk('main.js', { isEntry: true, imports: ['react.js'], dynamicImports: ['contacts.js', 'users.js'] }),
      chunk('react.js'),
      screen('contacts', { imports: ['phone.js'] }),
      chunk('phone.js'),
      screen('users', { imports: ['table.js', 'phone.js'], viteMetadata: styled }),
      chunk('table.js'),
    ]);
    expect([...first].sort()).toEqual(['table.js', 'users.css', 'users.js']);
  });

  it('keeps what a promoter and an administrator share', () => {
    const first = firstUseFiles([
      chunk('main.js', { isEntry: true, dynamicImports: ['orders.js', 'reports.js'] }),
      screen('orders', { imports: ['money.js'] }),
      screen('reports', { imports: ['money.js'], dynamicImports: ['plot.js'] }),
      chunk('money.js'),
      chunk('plot.js'),
    ]);
    expect([...first].sort()).toEqual(['plot.js', 'reports.js']);
  });

  it('is not misled by chunks that import each other', () => {
    const first = firstUseFiles([
      chunk('main.js', { isEntry: true, imports: ['a.js'] }),
      chunk('a.js', { imports: ['main.js'] }),
    ]);
    expect([...first]).toEqual([]);
  });
});
