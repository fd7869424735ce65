/** What a page tells of the time since it was last asked. */
export type Watched = { dropped: number; longest: number; painted: number[]; longFrames: number };

declare global {
  interface Window {
    takeWatched: () => Watched;
  }
}

/** Looks at each frame, and at when the rows have changed on the screen after each input. */
export function watchFrames(): void {
  const frameMs = 1000 / 60;
  let gaps: number[] = [];
  let painted: number[] = [];
  let longFrames = 0;
  let last = 0;
  let inputAt: number | null = null;
  const look = (at: number) => {
    if (last > 0) gaps.push(at - last);
    last = at;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  if (PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) {
    new PerformanceObserver(list => {
      longFrames += list.getEntries().length;
    }).observe({ type: 'long-animation-frame' });
  }
  for (const type of ['keydown', 'pointerup']) {
    addEventListener(type, ({ timeStamp }) => (inputAt = timeStamp), { capture: true });
  }
  const rowsChanged = (changes: MutationRecord[]) => {
    if (inputAt === null || !changes.some(({ target }) => isOfRows(target))) return;
    const since = inputAt;
    inputAt = null;
    requestAnimationFrame(() => {
      // A message that is posted in a frame arrives after that frame was painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted.push(performance.now() - since);
      port2.postMessage(null);
    });
  };
  const isOfRows = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('tbody, thead, [role=status]') != null;
  new MutationObserver(rowsChanged).observe(document, {
    ...{ childList: true, subtree: true, characterData: true, attributes: true },
  });
  window.takeWatched = () => {
    const found = {
      dropped: gaps.filter(gap => gap > frameMs * 1.5).length,
      longest: Math.max(0, ...gaps),
      ...{ painted, longFrames },
    };
    gaps = [];
    painted = [];
    longFrames = 0;
    return found;
  };
}
