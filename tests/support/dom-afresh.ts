/** Files of screens follow each other in one process and share its window: each leaves it as it was. */
import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** How wide and high the window is that nobody has changed. */
const FIRST_SIZE = { width: 1024, height: 768 };

afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  // The DOM emulator's own door into the window.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: typeof FIRST_SIZE): void } };
  happyDOM.setViewport(FIRST_SIZE);
});
