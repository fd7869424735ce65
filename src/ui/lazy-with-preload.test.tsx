import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyWithPreload, type Preloadable } from './lazy-with-preload.ts';

const Loaded = () => <p>код</p>;

function show(Lazy: Preloadable) {
  render(
    <Suspense fallback="ждем">
      <Lazy />
    </Suspense>,
  );
}

test('code that is there is rendered at once, other code after the fallback', async () => {
  const early = lazyWithPreload(async () => Loaded);
  await early.preload();
  show(early);
  expect(document.body.textContent).toBe('код');
  document.body.replaceChildren();
  show(lazyWithPreload(async () => Loaded));
  expect(document.body.textContent).toBe('ждем');
  expect(await screen.findByText('код')).toBeTruthy();
});

test('a first try that failed does not keep later ones from loading', async () => {
  let isAway = true;
  const lazy = lazyWithPreload(async () => (isAway ? Promise.reject(new Error('away')) : Loaded));
  await expect(lazy.preload()).rejects.toThrow('away');
  isAway = false;
  show(lazy);
  expect(await screen.findByText('код')).toBeTruthy();
});
