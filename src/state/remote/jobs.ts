/** So many are done at the same time. */
const AT_ONCE = 4;

/** One thing to be done about the one with that id; `isStopped` is seen before each of its calls. `isFirst`: it waits for no other. */
export type Job = { id: number; isStopped: boolean; isFirst: boolean; work: (job: Job) => Promise<void> };

/** Does things, four at a time and one at a time for each id. One that throws keeps no other waiting. */
export function createJobs(onIdle: () => void) {
  const running = new Set<Job>();
  const queue: Job[] = [];
  async function begin(job: Job): Promise<void> {
    running.add(job);
    try {
      await job.work(job);
    } finally {
      running.delete(job);
      beginWaiting();
    }
  }
  function beginWaiting(): void {
    while (queue.length > 0 && running.size < AT_ONCE) for (const job of queue.splice(0, 1)) void begin(job);
    if (running.size === 0) onIdle();
  }
  return {
    has: (id: number) => [...running, ...queue].some(job => job.id === id),
    isIdle: () => running.size === 0,
    add(id: number, work: Job['work'], { first = false } = {}): void {
      const job = { id, isStopped: false, isFirst: first, work };
      if (first) return void begin(job);
      queue.push(job);
      beginWaiting();
    },
    /** What is on its way ends, everything else finds itself stopped. */
    stop(): void {
      for (const job of [...running, ...queue]) job.isStopped = true;
      for (const job of queue.splice(0)) void begin(job);
    },
  };
}
