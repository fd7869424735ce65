/** How many jobs run at the same time. */
const AT_ONCE = 4;

/** Work for the thing with that id; it reads `isStopped` before each of its calls. `isFirst`: it starts at once. */
export type Job = { id: number; isStopped: boolean; isFirst: boolean; work: (job: Job) => Promise<void> };

/** Runs jobs, at most four at a time. The caller asks `has` first, so that an id has one job. A job that throws delays no other. */
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
    while (running.size < AT_ONCE) {
      const job = queue.shift();
      if (!job) break;
      void begin(job);
    }
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
    /** Running calls end; each job then finds `isStopped`. */
    stop(): void {
      for (const job of [...running, ...queue]) job.isStopped = true;
      for (const job of queue.splice(0)) void begin(job);
    },
  };
}
