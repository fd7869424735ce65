/** A point at which a context can die or freeze: around each write to the disk, around each request. */
export type Boundary = 'before-write' | 'after-write' | 'request' | 'answer';

/**
 * The browserContext of one context, a tab or a worker. Everything that reaches it goes through `deliver`: what is frozen hears
 * it later, what is dead never does.
 */
export type BrowserContext = {
  readonly name: string;
  isFrozen(): boolean;
  isDead(): boolean;
  /** Now, after the thaw, or never. */
  deliver(act: () => void): void;
  /** Resolves as soon as the context runs. */
  running(): Promise<void>;
  /** The context is at a boundary; it may be dead or frozen after this. */
  reachBoundary(boundary: Boundary): void;
  freeze(): void;
  thaw(): void;
  die(): void;
  /** Returns how to have it forgotten. */
  onDeath(act: () => void): () => void;
  /**
   * How much of what it does belongs to a time that is over: it was frozen, or its lock was taken away. Its late
   * requests may meet those of its successor.
   */
  isLate: boolean;
};

/** A context that has just been opened. `onBoundary` hears of each boundary it comes to. */
export function createContext(
  name: string,
  onBoundary: (browserContext: BrowserContext, boundary: Boundary) => void,
): BrowserContext {
  let state: 'running' | 'frozen' | 'dead' = 'running';
  let waiting: (() => void)[] = [];
  const onDeathListeners = new Set<() => void>();
  const browserContext: BrowserContext = {
    name,
    isLate: false,
    isFrozen: () => state === 'frozen',
    isDead: () => state === 'dead',
    deliver(act) {
      if (state === 'running') act();
      else if (state === 'frozen') waiting.push(act);
    },
    running: () => new Promise(resolve => browserContext.deliver(resolve)),
    reachBoundary(boundary) {
      if (state === 'running') onBoundary(browserContext, boundary);
    },
    freeze() {
      if (state !== 'running') return;
      state = 'frozen';
      browserContext.isLate = true;
    },
    thaw() {
      if (state !== 'frozen') return;
      state = 'running';
      const missed = waiting;
      waiting = [];
      for (const act of missed) browserContext.deliver(act);
    },
    die() {
      if (state === 'dead') return;
      state = 'dead';
      waiting = [];
      for (const act of onDeathListeners) act();
    },
    onDeath(act) {
      onDeathListeners.add(act);
      return () => void onDeathListeners.delete(act);
    },
  };
  return browserContext;
}
