// Runs in a page before its own scripts: when what a key or a press has changed was painted, and how much it changed.
{
  const FRAME_MS = 1000 / 60;
  /** Asking what stands at a place costs a good part of a frame. */
  const LOOK_EACH = 10;
  const fresh = () => ({ painted: [], followed: [], gaps: [], longTasks: 0, changed: new Set() });
  let seen = fresh();
  let pressedAt = null;
  let totalsBefore = '';
  let last = 0;

  const look = at => {
    if (last > 0) seen.gaps.push(at - last);
    last = at;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  new PerformanceObserver(list => {
    seen.longTasks += list.getEntries().length;
  }).observe({ type: 'longtask' });

  const afterPaint = then =>
    requestAnimationFrame(() => {
      // A message that is posted in a frame arrives after that frame was painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });

  const totals = () =>
    [...document.querySelectorAll('[aria-label="Итоги документа"], .totals')]
      .map(each => each.textContent)
      .join();

  const begin = ({ timeStamp, key }) => {
    // A button that is pressed by a key is clicked too.
    if (key === undefined && pressedAt !== null) return;
    pressedAt = timeStamp;
    totalsBefore = totals();
    afterPaint(() => seen.painted.push(performance.now() - timeStamp));
  };
  for (const type of ['keydown', 'click']) addEventListener(type, begin, { capture: true });

  new MutationObserver(changes => {
    for (const { target } of changes) seen.changed.add(target);
    if (pressedAt === null || totals() === totalsBefore) return;
    const since = pressedAt;
    pressedAt = null;
    afterPaint(() => seen.followed.push(performance.now() - since));
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });

  /** What has been seen since this was last asked. */
  window.takeSeen = () => {
    const { gaps, changed, ...rest } = seen;
    seen = fresh();
    pressedAt = null;
    return {
      ...rest,
      // Of those that a screen of sixty a second would have shown.
      dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0),
      longest: Math.max(0, ...gaps),
      changed: changed.size,
    };
  };

  const lineAt = y =>
    document.elementsFromPoint(innerWidth / 2, y).some(each => each.closest('[data-line]') !== null);

  /** What scrolls the lines: the page, or something in it. */
  const scroller = () => {
    let at = document.querySelector('[data-line]');
    while (
      at &&
      !(at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY))
    )
      at = at.parentElement;
    return at ?? document.scrollingElement;
  };

  window.scrollLinesTo = share => {
    const box = scroller();
    // A box of their own may begin below the screen.
    if (box !== document.scrollingElement) box.scrollIntoView({ block: 'center' });
    box.scrollTop = (box.scrollHeight - box.clientHeight) * share;
  };

  /** Goes through all lines in that time; how often there was no line where lines are looked at. */
  window.scrollThrough = ms =>
    new Promise(resolve => {
      let empty = 0;
      let frames = 0;
      let began = null;
      const step = now => {
        began ??= now;
        const share = Math.min(1, (now - began) / ms);
        window.scrollLinesTo(share);
        if (share === 1) return resolve(empty);
        // The rest of the form stands before and after the lines.
        const isAmongLines = share > 0.1 && share < 0.9;
        frames += 1;
        if (isAmongLines && frames % LOOK_EACH === 0)
          afterPaint(() => (empty += lineAt(innerHeight / 2) ? 0 : 1));
        requestAnimationFrame(step);
      };
      window.scrollLinesTo(0);
      requestAnimationFrame(step);
    });

  /** Makes ready to type over the count that is nearest to the middle of the screen; returns the number of its line. */
  window.focusMiddle = () => {
    const offMiddle = input => {
      const { top, bottom } = input.getBoundingClientRect();
      return Math.abs((top + bottom - innerHeight) / 2);
    };
    const drawn = [...document.querySelectorAll('input[aria-label^="Количество, строка "]')];
    const [nearest] = drawn.sort((one, other) => offMiddle(one) - offMiddle(other));
    nearest.focus();
    nearest.select();
    return Number(nearest.getAttribute('aria-label').split(' ').at(-1));
  };
}
