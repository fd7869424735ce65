/** What is left of a frame for a step that has begun. */
const STEP_MS = 2;

/** A step begins at the latest then. */
const LATEST_MS = 1000;

/** Where the browser does not tell its spare time, a little is taken now and then. */
const TURN_MS = 50;
const SLICE_MS = 4;

/** Does steps while the page has nothing else to do; the answer stops it. */
export function whenIdle(work: Iterator<void> | (() => void)): () => void {
  const steps = typeof work === 'function' ? onlyStep(work) : work;
  if (!('requestIdleCallback' in window)) return inSlices(steps);
  let handle = 0;
  const goOn = (deadline: IdleDeadline) => {
    // A page that is never idle, or hidden, does a step all the same.
    if (deadline.didTimeout && steps.next().done) return;
    while (deadline.timeRemaining() > STEP_MS) if (steps.next().done) return;
    handle = requestIdleCallback(goOn, { timeout: LATEST_MS });
  };
  handle = requestIdleCallback(goOn, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

function inSlices(steps: Iterator<void>): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) if (steps.next().done) return clearInterval(timer);
  }, TURN_MS);
  return () => clearInterval(timer);
}

function* onlyStep(work: () => void): Iterator<void> {
  yield work();
}
