// Runs in each page before its own scripts: the same watchers for the app and for the floors. Each has to be started.
{
  const FRAME_MS = 1000 / 60;
  const EVERYTHING = { childList: true, subtree: true, characterData: true };

  /** A message that is posted in a frame arrives after that frame was painted. */
  const afterMessage = then => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(null);
  };
  const afterPaint = then => requestAnimationFrame(() => afterMessage(then));

  const listen = (types, hear) => {
    for (const type of types) addEventListener(type, hear, { capture: true });
  };

  /** Resolves when something that matches the selector, with that number in its text, has been painted. */
  window.watchFor = ({ selector, number }) => {
    const said = number === undefined ? null : new RegExp(`(^|\\D)${number}(\\D|$)`);
    const isThere = () =>
      [...document.querySelectorAll(selector)].some(found => said === null || said.test(found.textContent));
    window.painted = new Promise(resolve => {
      const look = () => {
        if (!isThere()) return false;
        afterPaint(() => resolve(performance.now()));
        return true;
      };
      if (look()) return;
      const observer = new MutationObserver(() => look() && observer.disconnect());
      observer.observe(document, EVERYTHING);
    });
  };

  /** Whether the page itself takes a click in the middle of that link: it keeps the browser from following it. */
  const takesClick = link => {
    const { left, top, width, height } = link.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // Something may still lie over it.
    if (!hit || !link.contains(hit)) return false;
    let taken = false;
    const hear = event => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', hear, { once: true });
    hit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
    return taken;
  };

  /** Resolves when the first link that matches the selector had been painted and the page takes a click on it. */
  window.watchAnswer = selector => {
    window.answered = new Promise(resolve => {
      const look = () => {
        const at = performance.now();
        const link = document.querySelector(selector);
        if (link && takesClick(link)) resolve(at);
        else afterPaint(look);
      };
      const begin = () => document.querySelector(selector) && !afterPaint(look);
      const observer = new MutationObserver(() => begin() && observer.disconnect());
      observer.observe(document, EVERYTHING);
    });
  };

  /** Keeps the times between frames; returns what is to be told of them, and begins anew. */
  const watchGaps = () => {
    let gaps = [];
    let last = 0;
    const look = at => {
      if (last > 0) gaps.push(at - last);
      last = at;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return () => {
      const found = gaps;
      gaps = [];
      return {
        longest: Math.max(0, ...found),
        // Of those that a screen of sixty a second would have shown.
        dropped: found.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0),
      };
    };
  };

  /** From here on it is seen: when what a key or a press has changed in a document was painted, and how much it changed. */
  window.startWatching = () => {
    const takeGaps = watchGaps();
    const fresh = () => ({ painted: [], followed: [], changed: new Set() });
    let seen = fresh();
    let pressedAt = null;
    let totalsBefore = '';
    const totals = () =>
      [...document.querySelectorAll('[aria-label="Итоги документа"], .totals')]
        .map(each => each.textContent)
        .join();
    listen(['keydown', 'click'], ({ timeStamp, key }) => {
      // A button that is pressed by a key is clicked too.
      if (key === undefined && pressedAt !== null) return;
      pressedAt = timeStamp;
      totalsBefore = totals();
      afterPaint(() => seen.painted.push(performance.now() - timeStamp));
    });
    new MutationObserver(changes => {
      for (const { target } of changes) seen.changed.add(target);
      if (pressedAt === null || totals() === totalsBefore) return;
      const since = pressedAt;
      pressedAt = null;
      afterPaint(() => seen.followed.push(performance.now() - since));
    }).observe(document, { ...EVERYTHING, attributes: true });
    window.takeSeen = () => {
      const { changed, ...times } = seen;
      seen = fresh();
      pressedAt = null;
      return { ...times, changed: changed.size, ...takeGaps() };
    };
  };

  const isScrolled = at =>
    at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY);

  /** What scrolls the lines or the rows: the page, or something in it. */
  const scroller = () => {
    let at = document.querySelector('[data-line], article');
    while (at && !isScrolled(at)) at = at.parentElement;
    return at ?? document.scrollingElement;
  };

  window.scrollLinesTo = share => {
    const box = scroller();
    // A box of their own may begin below the screen.
    if (box !== document.scrollingElement) box.scrollIntoView({ block: 'center' });
    box.scrollTop = (box.scrollHeight - box.clientHeight) * share;
  };

  /** Goes through all lines in that time. */
  window.scrollThrough = ms =>
    new Promise(resolve => {
      let began = null;
      const step = now => {
        began ??= now;
        const share = Math.min(1, (now - began) / ms);
        window.scrollLinesTo(share);
        if (share === 1) resolve();
        else requestAnimationFrame(step);
      };
      window.scrollLinesTo(0);
      requestAnimationFrame(step);
    });

  /**
   * Whether the screen has room for a row where none is drawn; a heading is lower. By the places of the rows: to ask the
   * browser what lies at a point would take longer than the frame.
   */
  const isBlank = (box, rows) => {
    const { top, bottom } = box.getBoundingClientRect();
    let [first, end] = [0, rows.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if (rows[middle].getBoundingClientRect().bottom <= top) first = middle + 1;
      else end = middle;
    }
    let drawnTo = top;
    for (let at = first; at < rows.length && drawnTo < bottom; at += 1) {
      const row = rows[at].getBoundingClientRect();
      // Its place may be kept while what is in it is skipped.
      if (!rows[at].firstElementChild.checkVisibility({ contentVisibilityAuto: true })) continue;
      if (Math.min(row.top, bottom) - drawnTo >= row.height) return true;
      drawnTo = row.bottom;
    }
    return bottom - drawnTo >= rows[0].getBoundingClientRect().height;
  };

  /** Scrolls through the rows at that speed, from the second screen on; the number of frames in which rows were missing. */
  window.scrollRows = pxPerSecond =>
    new Promise(resolve => {
      const box = scroller();
      const rows = document.getElementsByTagName('article');
      box.scrollTop = innerHeight;
      let last = performance.now();
      let blank = 0;
      const step = now => {
        // A browser may round what it is given.
        const before = box.scrollTop;
        box.scrollTop += Math.max(1, ((now - last) / 1000) * pxPerSecond);
        last = now;
        if (box.scrollTop === before) return resolve(blank);
        afterMessage(() => {
          if (box.scrollTop + box.clientHeight < box.scrollHeight - innerHeight && isBlank(box, rows))
            blank += 1;
        });
        requestAnimationFrame(step);
      };
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
