import type { CDPSession, Page } from 'playwright-core';

/** Less is rounding; a line of text is more. */
const MOVED_MAX = 1;

/** So long does a hand press. */
const HELD_MS = 80;

/** A table has more; each of its rows is like the others. */
const TURNS_MAX = 16;

type Hand = (spot: Spot) => Promise<unknown>;

const withMouse =
  (page: Page): Hand =>
  ({ x, y }) =>
    page.mouse.click(x, y, { delay: HELD_MS });

/** A finger, whose own mouse events follow after it was lifted. */
export function withFinger(page: Page, cdp: CDPSession): Hand {
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  return async ({ x, y }) => {
    const held = page.evaluate(ms => new Promise(resolve => setTimeout(resolve, ms)), HELD_MS);
    await touch('touchStart', [{ x, y }]);
    await held;
    await touch('touchEnd', []);
    // The click comes with the next task of the page.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
}

/** `turns`: so often is each field left, each time for another press; few where forms are large. */
type Pressing = { hand?: Hand; turns?: number };

const FIELDS =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly]), textarea, select, button[name]';
const PRESSED = 'button, a[href], summary, input:is([type=checkbox], [type=radio]), label:has(input)';

type Spot = { name: string; x: number; y: number };

/** What came of a press: how far its target had moved at the release, and whether the click came to it. */
type Press = { moved: number; isClicked: boolean };

declare global {
  interface Window {
    pressed?: { target: Element; press: Press };
    /** What matches a selector in the open dialog or on the screen, and can be used. */
    usable: (selector: string) => HTMLElement[];
  }
}

/**
 * Presses everything that can be pressed in a form, each after another field was left empty, and tells what was missed. `open`
 * brings a form that nobody has touched. Nothing that is pressed does anything: its click is heard and taken away.
 */
export async function missedPresses(
  page: Page,
  open: () => Promise<unknown>,
  { hand = withMouse(page), turns: most = TURNS_MAX }: Pressing = {},
): Promise<string[]> {
  const missed: string[] = [];
  let turns = 1;
  let presses = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    await open();
    // What holds the focus comes with this file, after the first paint.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/link-')),
    );
    await page.evaluate(hearPresses, PRESSED);
    const fields = await page.evaluate(selector => window.usable(selector).length, FIELDS);
    const count = await page.evaluate(selector => window.usable(selector).length, PRESSED);
    turns = Math.min(count, most);
    // Few turns go on where the last one has ended, so that each button is pressed.
    const first = turns < count ? turn * fields : turn;
    for (let at = 0; at < fields && at < count; at += 1) {
      const press = await pressAfter(page, hand, at, (at + first) % count);
      if (press !== null) presses += 1;
      if (press) missed.push(press);
    }
  }
  return presses > 0 ? missed : ['nothing could be pressed'];
}

/** Leaves a field empty and presses: what was missed, '' if nothing was, null where either cannot be done. */
async function pressAfter(page: Page, hand: Hand, from: number, to: number): Promise<string | null> {
  const field = await page.evaluate(leaveEmpty, [FIELDS, from] as const);
  const spot = await page.evaluate(stillSpotOf, [PRESSED, to] as const);
  if (!field || !spot) return null;
  await hand(spot);
  const press = await page.evaluate(() => window.pressed?.press);
  const isHit = press?.isClicked && press.moved <= MOVED_MAX;
  return isHit ? '' : `«${spot.name}» after «${field}»: ${JSON.stringify(press ?? 'no press')}`;
}

/* What follows runs in the page, so each function holds all that it needs. */

function hearPresses(selector: string): void {
  window.usable = wanted => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main')?.parentElement;
    return [...(root?.querySelectorAll<HTMLElement>(wanted) ?? [])].filter(
      each => each.checkVisibility() && !each.closest('nav, header') && !each.matches(':disabled'),
    );
  };
  const topOf = (target: Element) => target.getBoundingClientRect().top;
  let top = 0;
  const hear = (name: keyof WindowEventMap, listener: (target: Element) => void) =>
    window.addEventListener(name, ({ target }) => target instanceof Element && listener(target), true);
  hear('pointerdown', target => {
    const pressed = target.closest(selector) ?? target;
    top = topOf(pressed);
    window.pressed = { target: pressed, press: { moved: 0, isClicked: false } };
  });
  hear('pointerup', () => {
    if (window.pressed) window.pressed.press.moved = Math.abs(topOf(window.pressed.target) - top);
  });
  window.addEventListener(
    'click',
    event => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const { target } = event;
      // A label passes its click on to its control.
      if (window.pressed && event.isTrusted && target instanceof Element) {
        window.pressed.press.isClicked ||= window.pressed.target.contains(target);
      }
    },
    true,
  );
}

/** Puts the focus into a field and takes away what stands in it; null where it cannot have the focus. */
function leaveEmpty([selector, at]: readonly [string, number]): string | null {
  const field = window.usable(selector)[at];
  field?.focus();
  if (!field || document.activeElement !== field) return null;
  if (field instanceof HTMLInputElement && field.value !== '') field.select();
  if (!(field instanceof HTMLSelectElement)) document.execCommand('delete');
  return field.getAttribute('name') || field.id || field.getAttribute('aria-label') || field.localName;
}

/** Where to press, once what the last field said stands and the dialog is open; null for what is covered. */
async function stillSpotOf([selector, at]: readonly [string, number]): Promise<Spot | null> {
  const target = window.usable(selector)[at];
  if (!target) return null;
  const top = () => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    return target.getBoundingClientRect().top;
  };
  const frames = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let last = Number.NaN; last !== top(); await frames()) last = top();
  const box = target.getBoundingClientRect();
  const spot = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const there = document.elementFromPoint(spot.x, spot.y);
  if (!there || !target.contains(there)) return null;
  return { name: target.getAttribute('aria-label') ?? target.textContent ?? '', ...spot };
}
