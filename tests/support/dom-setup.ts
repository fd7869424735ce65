import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetToasts } from '#ui/toast.tsx';

const DEFAULT_WIDTH = 1024;
const ADDRESS = window.location.href;

/** The DOM emulator's own door into the window. */
type HappyDom = { setViewport(size: { width: number }): void; setURL(address: string): void };

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
  const { happyDOM } = window as unknown as { happyDOM: HappyDom };
  happyDOM.setViewport({ width: DEFAULT_WIDTH });
  // A link that was pressed, e.g. to call, has led away.
  happyDOM.setURL(ADDRESS);
  await forgetToasts();
});
