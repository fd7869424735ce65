/** Waiting that can be cut short, for what a wire holds back. */
export type Patience = {
  /** Resolves to false after the time, or to true as soon as nothing is to be held back any longer. */
  wait(ms: number): Promise<boolean>;
  /** Lets everything go, now and from now on. */
  release(): void;
};

/** Patience with nothing waiting yet. */
export function createPatience(): Patience {
  const waiting = new Set<() => void>();
  let isReleased = false;
  return {
    async wait(ms) {
      if (isReleased) return true;
      await new Promise<void>(resolve => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
      });
      return isReleased;
    },
    release() {
      isReleased = true;
      for (const end of [...waiting]) end();
    },
  };
}
