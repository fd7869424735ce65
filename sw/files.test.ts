import { expect, it } from 'vitest';
import { putUnlessFull } from './files.ts';

const refusing = (error: unknown) => ({ put: () => Promise.reject(error) }) as unknown as Cache;

it('[S6] what a full disk does not take is no failure; anything else is', async () => {
  const full = refusing(new DOMException('', 'QuotaExceededError'));
  await putUnlessFull(full, '/application/a.js', new Response());
  const broken = putUnlessFull(refusing(new TypeError('broken')), '/application/a.js', new Response());
  await expect(broken).rejects.toThrow('broken');
});
