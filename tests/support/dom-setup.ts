import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetToasts } from '#ui/toast.tsx';

const DEFAULT_WIDTH = 1024;

/** On a busy machine a second is short; a test that succeeds waits no longer for it. */
configure({ asyncUtilTimeout: 8_000 });

/** All files share one process and one window: each test leaves them as it found them. */
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // The DOM emulator's own door into the window.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  happyDOM.setViewport({ width: DEFAULT_WIDTH });
  await forgetToasts();
});
