import type { ElementHandle, Page } from 'playwright-core';

/** Where in what scrolls here: a bar that stays may lie over something in one place and not in another. */
const POSITIONS = [
  ['top', 0],
  ['middle', 0.5],
  ['end', 1],
] as const;

type Position = (typeof POSITIONS)[number][0];

/** What `look` finds at the top, in the middle and at the end; at the top alone where nothing scrolls. */
export async function everyPosition(
  page: Page,
  look: (position: Position) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  const layer = await topLayer(page);
  for (const [position, share] of POSITIONS) {
    const scrolls = await layer.evaluate(scrollTo, share);
    const found = await look(position);
    faults.push(
      ...found.map(fault => (position === 'top' ? fault : `scrolled to its ${position}: ${fault}`)),
    );
    if (!scrolls) break;
  }
  await layer.evaluate(scrollTo, 0);
  return faults;
}

/** What can be operated, is in sight, and lies under something that no scrolling takes from over it. */
export async function coveredTargets(page: Page): Promise<string[]> {
  const layer = await topLayer(page);
  return layer.evaluate(findCovered);
}

/** What can be operated now: a menu, a dialog, else the page. */
function topLayer(page: Page): Promise<ElementHandle<Element>> {
  return page.evaluateHandle(() => {
    const above = [...document.querySelectorAll('[role=menu], dialog[open]')].at(-1);
    return above ?? document.querySelector('main') ?? document.body;
  });
}

/** Runs in the page. Returns once it is drawn there: whether there is anything to scroll. */
async function scrollTo(layer: Element, share: number): Promise<boolean> {
  const scroller = [layer, ...layer.querySelectorAll(':not(textarea)')].find(
    each =>
      each.scrollHeight > each.clientHeight + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(each).overflowY),
  );
  const { scrollHeight, clientHeight } = scroller ?? document.documentElement;
  (scroller ?? document.documentElement).scrollTop = (scrollHeight - clientHeight) * share;
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return scrollHeight > clientHeight + 1;
}

/** Runs in the page, so it holds all that it needs. */
function findCovered(layer: Element): string[] {
  const bounds = layer.getBoundingClientRect();
  const nameOf = (element: Element) => (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40);

  /** What lies over its middle, where that is in sight; a toast goes by itself, suggestions with the focus. */
  const coverOf = (target: HTMLInputElement): Element | null => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const middle = top + height / 2;
    if (middle < bounds.top || middle > bounds.bottom || Math.min(width, height) < 4) return null;
    const at = document.elementFromPoint(left + width / 2, middle);
    // What is drawn by its label is pressed there.
    const parts = [target, ...(target.labels ?? [])];
    const isFree = parts.some(part => part.contains(at) || at?.contains(part));
    return isFree || at?.closest('.Toastify__toast, [role=listbox]') ? null : at;
  };

  /** The same, once it is brought into the middle; the page is scrolled back. */
  const coverInTheMiddle = (target: HTMLInputElement): Element | null => {
    const scrolled = [...document.querySelectorAll('*')].filter(each => each.scrollTop + each.scrollLeft > 0);
    const places = scrolled.map(({ scrollTop, scrollLeft }) => [scrollLeft, scrollTop] as const);
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const cover = coverOf(target);
    for (const [index, each] of scrolled.entries()) each.scrollTo(...(places[index] ?? [0, 0]));
    return cover;
  };

  const targets = layer.querySelectorAll<HTMLInputElement>(
    'a[href], button, input, select, textarea, summary',
  );
  return [...targets].flatMap(target => {
    const isShown = target.checkVisibility({ visibilityProperty: true });
    const cover = isShown && coverOf(target) && coverInTheMiddle(target);
    return cover
      ? [`«${nameOf(target) || target.name}» lies under ${cover.localName} «${nameOf(cover)}»`]
      : [];
  });
}
