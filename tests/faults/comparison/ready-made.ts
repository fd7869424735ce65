/** It comes with what builds the worker; nothing of the app uses it. */
const PACKAGE = 'workbox-background-sync/Queue.js';

export const READY_MADE = 'workbox-background-sync 7.4.1';

type Queue = {
  pushRequest: (entry: { request: Request }) => Promise<void>;
  replayRequests: () => Promise<void>;
  size: () => Promise<number>;
};
type QueueClass = { new (name: string): Queue; _queueNames: Set<string> };

/** A queue as that package makes it, in a worker's scope of a few lines. Sending ends where the package gives up. */
export async function openReadyMade(fetch: typeof globalThis.fetch) {
  const registration = { sync: { register: async () => undefined } };
  const location = { href: 'http://server.test/' };
  const scope = { registration, location, addEventListener: () => undefined, __WB_DISABLE_DEV_LOGS: true };
  Object.assign(globalThis, { fetch, self: globalThis, ...scope });
  const { Queue }: { Queue: QueueClass } = await import(PACKAGE);
  const name = crypto.randomUUID();
  let queue = new Queue(name);
  return {
    save: (request: Request) => queue.pushRequest({ request }),
    /** Rejects inside at the first request without an answer; the browser would call again later. */
    send: () => queue.replayRequests().catch(() => undefined),
    size: () => queue.size(),
    /** The process ends; a new one opens what is on the disk. */
    async kill() {
      Queue._queueNames.delete(name);
      queue = new Queue(name);
    },
  };
}
