import type { CDPSession, Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { PHONE } from '#tests/support/browser.ts';
import { sharedBrowser } from './support/app.ts';

let page: Page;
let field: Locator;
let cdp: CDPSession;

beforeAll(async () => {
  const browser = await sharedBrowser();
  page = await browser.open(inject('gallery'), PHONE);
  field = page.getByRole('textbox', { name: 'Код договора' });
  cdp = await browser.cdp(page);
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(page.url()).origin,
  });
  return () => page.close();
});
/** Untouched again, and entered. */
beforeEach(async () => {
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await field.blur();
  await field.focus();
});

/** The text with the caret, or what is selected, in it. */
const shown = () =>
  field.evaluate((input: HTMLInputElement) => {
    const from = input.selectionStart ?? 0;
    const to = input.selectionEnd ?? 0;
    const chosen = from === to ? '|' : `[${input.value.slice(from, to)}]`;
    return `${input.value.slice(0, from)}${chosen}${input.value.slice(to)}`;
  });

const select = (from: number, to = from) =>
  field.evaluate((input: HTMLInputElement, range) => input.setSelectionRange(range.from, range.to), {
    from,
    to,
  });

const type = (text: string) => page.keyboard.type(text);
const press = (key: string) => page.keyboard.press(key);

async function paste(text: string): Promise<void> {
  await page.evaluate(words => navigator.clipboard.writeText(words), text);
  await press('Control+V');
}

/** Puts together a word as the keyboard of a phone does, one letter more at a time. */
async function compose(word: string): Promise<void> {
  for (let length = 1; length <= word.length; length += 1) {
    await cdp.send('Input.imeSetComposition', {
      text: word.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  }
}

/** The keyboard hands over what it put together, as at a space or when another field is touched. */
const commit = (word: string) => cdp.send('Input.insertText', { text: word });

it('typing begins at the first place, whatever was clicked', async () => {
  expect(await shown()).toBe('|__-___');
  await field.click({ position: { x: 300, y: 20 } });
  await type('ё');
  expect(await shown()).toBe('Ё|_-___');
});

describe('deleting', () => {
  beforeEach(() => type('ёж123'));

  // What becomes of an edit, mask.test.ts tells of every kind; here it is whether the browser's keys come to it.
  it.each([
    ['Backspace', 4, 4, 'ЁЖ-|_23'],
    ['Delete', 1, 1, 'Ё|_-123'],
    ['Delete', 2, 2, 'ЁЖ-|123'],
    ['Delete', 1, 4, 'Ё|_-_23'],
    ['Control+X', 3, 4, 'ЁЖ-|_23'],
  ] as const)('by %s from %i to %i keeps what stands behind', async (key, from, to, left) => {
    await select(from, to);
    await press(key);
    expect(await shown()).toBe(left);
  });

  it('can be undone and done again', async () => {
    await press('Backspace');
    await press('Backspace');
    expect(await field.inputValue()).toBe('ЁЖ-1__');
    await press('Control+Z');
    expect(await field.inputValue()).toBe('ЁЖ-12_');
    await press('Control+Z');
    expect(await field.inputValue()).toBe('ЁЖ-123');
    await press('Control+Shift+Z');
    expect(await field.inputValue()).toBe('ЁЖ-12_');
  });
});

describe('pasting', () => {
  it.each([
    ['as it stands in the mask', 'ЁЖ-123'],
    ['in two parts a letter', 'е\u0308ж123'],
  ])('a text %s', async (_what, text) => {
    await paste(text);
    expect(await shown()).toBe('ЁЖ-123|');
  });
});

describe('a keyboard that composes', () => {
  it('is left alone until it is done, then the word is in the mask', async () => {
    await compose('ёж');
    expect(await shown()).toBe('ёж|__-___');
    await commit('ёж');
    expect(await shown()).toBe('ЁЖ|-___');
    await compose('12');
    await commit('12');
    expect(await shown()).toBe('ЁЖ-12|_');
  });

  it('in the middle loses nothing behind the caret', async () => {
    await type('ёж123');
    await select(1, 2);
    await compose('ю');
    await commit('ю');
    expect(await shown()).toBe('ЁЮ|-123');
    await select(3);
    await compose('9');
    await commit('9');
    expect(await shown()).toBe('ЁЮ-9|23');
  });

  it('that takes its word back leaves what was there', async () => {
    await type('ёж1');
    await compose('ъ');
    await cdp.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await field.blur();
    expect(await field.inputValue()).toBe('ЁЖ-1__');
  });

  it('with what does not fit leaves what was there', async () => {
    await type('ёж1');
    await compose('нет');
    await commit('нет');
    expect(await shown()).toBe('ЁЖ-1|__');
  });

  it('still at it when the field is left hands its word over', async () => {
    await compose('ёж');
    await page.getByRole('textbox', { name: 'Номер заявки' }).focus();
    expect(await field.inputValue()).toBe('ЁЖ-___');
    expect(await page.getByText('Не хватает 3 символов: заполните до конца __-___').count()).toBe(1);
  });

  it('that inserts whole words goes on where typing ended', async () => {
    await commit('ёж');
    await commit('12');
    await commit('3');
    expect(await shown()).toBe('ЁЖ-123|');
  });
});

/** A browser that fills in sets the value past React and says `input`, without a key. */
const fillIn = (text: string) =>
  field.evaluate((input: HTMLInputElement, filled) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, filled);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);

it.each([
  ['ёж123', 'ЁЖ-123'],
  ['123', ''],
])('what the browser fills in stands in the mask: %s', async (text, held) => {
  await field.blur();
  await fillIn(text);
  expect(await field.inputValue()).toBe(held);
  await field.focus();
  await press('Tab');
  expect(await field.inputValue()).toBe(held);
});

it('a mask that cannot work shows Error and takes nothing', async () => {
  const broken = page.getByRole('textbox', { name: 'Маска без мест для ввода' });
  await broken.focus();
  await type('1');
  expect(await broken.inputValue()).toBe('Error');
});
