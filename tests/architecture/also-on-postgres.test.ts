import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALSO_ON_POSTGRES } from '../../vite.config.ts';

it('what a quick run takes on PostgreSQL too is there', () => {
  const files = ALSO_ON_POSTGRES.flatMap(pattern => {
    const [before = '', names = '', after = ''] = pattern.split(/[{}]/);
    return after === '' ? [pattern] : names.split(',').map(name => before + name + after);
  });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
});
