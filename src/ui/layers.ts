import { useEffectEvent, useLayoutEffect } from 'react';

/** What lies over the page, the topmost last: how each is closed. */
const layers: (() => void)[] = [];

/** Told when the first layer opens and when the last one has closed. */
type LayerHistory = { onFirst: () => void; onNone: () => void };
let history: LayerHistory | null = null;

/** Connects the layers to the browser's history, by which «back» closes the topmost (`guardedHistory`). */
export function connectLayers(connected: LayerHistory): void {
  history = connected;
}

export function hasLayers(): boolean {
  return layers.length > 0;
}

/** Asks the topmost layer to close; one that is busy stays. */
export function closeTopLayer(): void {
  layers.at(-1)?.();
}

/** While it is open the browser's «back» closes this menu, sheet or dialog, and leaves the page beneath alone. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const closeLatest = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = () => closeLatest();
    if (layers.push(layer) === 1) history?.onFirst();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (!hasLayers()) history?.onNone();
    };
  }, [isOpen]);
}
