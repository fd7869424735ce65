import type { Environment } from 'vitest/runtime';

declare global {
  /** What is to be ended with the worker: the server and the browser that all its files share (./app.ts). */
  var endOfWorker: (() => Promise<void>)[] | undefined;
}

/** The environment of journeys: Node, and a place to say what ends with the worker. Files of one worker share it. */
export default {
  name: 'journeys',
  viteEnvironment: 'ssr',
  setup() {
    const endings: (() => Promise<void>)[] = [];
    globalThis.endOfWorker = endings;
    return {
      async teardown() {
        await Promise.all(endings.map(end => end()));
      },
    };
  },
} satisfies Environment;
