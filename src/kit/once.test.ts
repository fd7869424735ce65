import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('works once for all who ask, and once more after a failure', async () => {
  const work = vi.fn(async () => 'done').mockRejectedValueOnce(new Error('away'));
  const ask = once(work);
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('away');
  expect(await Promise.all([ask(), ask()])).toEqual(['done', 'done']);
  expect(work).toHaveBeenCalledTimes(2);
});
