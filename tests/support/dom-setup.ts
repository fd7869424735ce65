import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { forgetToasts } from '#ui/toast.tsx';

const DEFAULT_WIDTH = 1024;
const ADDRESS = window.location.href;

const internalsOfReact = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);

/** The DOM emulator's own door into the window. */
type HappyDom = { setViewport(size: { width: number }): void; setURL(address: string): void };

/** React keeps a stack and a task of the debugger for each of the first 10,000 elements a second: about a tenth of these tests' time. */
Object.defineProperty(internalsOfReact, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => undefined,
});

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
