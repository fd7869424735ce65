import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALSO_ON_POSTGRES } from '../../vite.config.ts';

it('every file that a quick run takes on PostgreSQL too is there', () => {
  expect(ALSO_ON_POSTGRES.filter(file => !existsSync(file))).toEqual([]);
});
