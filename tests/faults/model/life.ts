/** A point at which a context can die or freeze: around each write to the disk, around each request. */
export type Boundary = 'before-write' | 'after-write' | 'request' | 'answer';

/**
 * The life of one context, a tab or a worker. Everything that reaches it goes through `deliver`: what is frozen hears
 * it later, what is dead never does.
 */
export type Life = {
  readonly name: string;
  isFrozen(): boolean;
  isDead(): boolean;
  /** Now, after the thaw, or never. */
  deliver(act: () => void): void;
  /** Resolves as soon as the context runs. */
  running(): Promise<void>;
  /** The context is at a boundary; it may be dead or frozen after this. */
  cross(boundary: Boundary): void;
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

/** A context that has just been opened. `crossed` hears of each boundary it comes to. */
export function createLife(name: string, crossed: (life: Life, boundary: Boundary) => void): Life {
  let state: 'running' | 'frozen' | 'dead' = 'running';
  let waiting: (() => void)[] = [];
  const onDeathListeners = new Set<() => void>();
  const life: Life = {
    name,
    isLate: false,
    isFrozen: () => state === 'frozen',
    isDead: () => state === 'dead',
    deliver(act) {
      if (state === 'running') act();
      else if (state === 'frozen') waiting.push(act);
    },
    running: () => new Promise(resolve => life.deliver(resolve)),
    cross(boundary) {
      if (state === 'running') crossed(life, boundary);
    },
    freeze() {
      if (state !== 'running') return;
      state = 'frozen';
      life.isLate = true;
    },
    thaw() {
      if (state !== 'frozen') return;
      state = 'running';
      const missed = waiting;
      waiting = [];
      for (const act of missed) life.deliver(act);
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
  return life;
}
