import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { once } from '#kit/once.ts';

/** A lazy component whose code can be loaded before it is shown. */
export type Preloadable<Props = object> = LazyExoticComponent<ComponentType<Props>> & {
  /** Resolves once the code is there; rejects when it cannot be loaded. */
  preload: () => Promise<void>;
  isLoaded: () => boolean;
};

/**
 * React's `lazy`, but code that is there is rendered at once. With a promise React shows the fallback first, even for
 * code that was loaded long ago, and keeps it for 300 ms.
 */
export function lazyWithPreload<Props>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = once(async () => {
    loaded = await load();
    return { default: loaded };
  });
  const Component = lazy(() => (loaded ? answeringAtOnce({ default: loaded }) : loadOnce()));
  return Object.assign(Component, {
    preload: () => loadOnce().then(() => undefined),
    isLoaded: () => loaded !== null,
  });
}

/** What React takes for a promise, and what answers while React still asks. */
function answeringAtOnce<Value>(value: Value): Promise<Value> {
  // biome-ignore lint/suspicious/noThenProperty: that is what a thenable is
  return { then: (onFulfilled: (value: Value) => void) => onFulfilled(value) } as Promise<Value>;
}
