import type { Page } from 'playwright-core';

/** Less is rounding; a line of text is more. */
const MOVED_MAX = 1;

/** So long is a mouse pressed by a hand. */
const HELD_MS = 80;

/** A table has more; each of its rows is like the others. */
const TURNS_MAX = 16;

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
export async function missedPresses(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const missed: string[] = [];
  let turns = 1;
  for (let turn = 0; turn < turns; turn += 1) {
    await open();
    await page.evaluate(hearPresses, PRESSED);
    const fields = await page.evaluate(selector => window.usable(selector).length, FIELDS);
    const count = await page.evaluate(selector => window.usable(selector).length, PRESSED);
    turns = Math.min(count, TURNS_MAX);
    for (let at = 0; at < fields && at < count; at += 1) {
      const field = await page.evaluate(leaveEmpty, [FIELDS, at] as const);
      const spot = await page.evaluate(stillSpotOf, [PRESSED, (at + turn) % count] as const);
      if (!field || !spot) continue;
      await page.mouse.click(spot.x, spot.y, { delay: HELD_MS });
      const press = await page.evaluate(() => window.pressed?.press);
      if (!press?.isClicked || press.moved > MOVED_MAX) {
        missed.push(`«${spot.name}» after «${field}»: ${JSON.stringify(press ?? 'no press')}`);
      }
    }
  }
  return missed;
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
  return field.getAttribute('name') ?? field.id;
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
