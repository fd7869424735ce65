import * as v from 'valibot';
import { expect, it } from 'vitest';
import { checkRules } from '#tests/support/rule-table.ts';
import { dimensions, ext, image, mimes, type ReadImageSize, size } from './files.ts';

const KB = 1024;

function file(name: string, type = '', bytes = 0): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

/** What an input of a form holds: it has items and a length, but it is no array. */
function listOf(...files: File[]) {
  return { ...files, length: files.length, item: (at: number) => files[at] ?? null };
}

const png = file('фото.png', 'image/png');
const pdf = file('a.pdf', 'application/pdf');
const text = file('a.txt', 'text/plain;charset=utf-8');

checkRules({
  "ext('jpg', '.PNG')": [
    ext('jpg', '.PNG'),
    [listOf(), png, file('A.JPG'), file('a.b.png'), [png, file('b.jpg')], listOf(png)],
    [
      ...[pdf, file('jpg'), file('ajpg'), file('a.jpg.exe'), [png, pdf], listOf(png, pdf), new Blob()],
      ...['a.png', 5],
    ],
  ],
  "mimes('image/*', 'application/pdf')": [
    mimes('image/*', 'application/pdf'),
    [...[png, pdf, file('x', 'IMAGE/WEBP'), [png, pdf], listOf(png)], new Blob([], { type: 'image/gif' })],
    [
      ...[text, file('a.png'), file('x', 'image'), file('x', 'application/pdfx'), [png, text], 'image/png'],
      {},
    ],
  ],
  "mimes('text/plain')": [
    mimes('text/plain'),
    [text, file('b', 'text/plain')],
    [png, file('x', 'text/html'), file('x', 'xtext/plain'), file('x.txt')],
  ],
  "mimes('*/*')": [mimes('*/*'), [png, text, file('without a type')], ['a.png', [png, 'x'], 5]],
  'image()': [
    image(),
    [
      ...[png, file('a.SVG', 'image/svg+xml'), file('without extension', 'image/webp')],
      ...[file('by-name.heic'), file('a.JPEG'), [png, file('b.gif')], listOf(png, png)],
    ],
    [
      ...[pdf, file('a.png', 'text/html'), file('a.txt'), file('png'), [png, pdf], 'a.png'],
      { name: 'a.png' },
    ],
  ],
  'size(10)': [
    size(10),
    [...[file('a', '', 0), file('a', '', 10 * KB), [file('a', '', KB), png]], listOf(file('a', '', KB))],
    [file('a', '', 10 * KB + 1), [png, file('a', '', 11 * KB)], listOf(file('a', '', 11 * KB)), 'a', 5],
  ],
});

it('says to the developer at once that a media type is none', () => {
  expect(() => mimes('png')).toThrow('mimes needs media types');
});

/** Files say their size in their name here: 30x20.png; anything else is no image. */
const readName: ReadImageSize = async blob => {
  const [, width, height] = /^(\d+)x(\d+)/.exec(blob instanceof File ? blob.name : '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
};

it.each([
  ['nothing', undefined, true],
  ['an empty list', [], true],
  ['the size', file('30x20.png'), true],
  ['several of the size', [file('30x20.png'), file('30x20.jpg')], true],
  ["an input's list", listOf(file('30x20.png')), true],
  ['another width', file('31x20.png'), false],
  ['another height', file('30x21.png'), false],
  ['the sides swapped', file('20x30.png'), false],
  ['one of several that is larger', [file('30x20.png'), file('60x40.png')], false],
  ['what is no image', file('a.txt'), false],
  ['what is no file', '30x20.png', false],
  ['white space', ' ', false],
])('dimensions(30, 20) with %s: %s', async (_, value, isTaken) => {
  const read = await v.safeParseAsync(v.pipeAsync(v.any(), dimensions(30, 20, readName)), value);
  expect(read.success).toBe(isTaken);
  if (!isTaken) {
    expect(read.issues?.[0]).toMatchObject({ requirement: { rule: 'dimensions', params: [30, 20] } });
  }
});
