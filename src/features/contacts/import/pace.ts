/** So long at a stretch the screen may stand still. */
const STRETCH_MS = 12;

/** For long work: to be awaited after each piece, it lets the screen draw now and then, and tells when it did. */
export function createPace(): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return false;
    await new Promise(resolve => setTimeout(resolve));
    since = performance.now();
    return true;
  };
}
