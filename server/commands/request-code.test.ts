import { expect, test } from 'vitest';
import { readRequestCode } from './request-code.ts';

test.each([
  ['Л-000123', { number: 123, type: 'basa' }],
  ['л-123', { number: 123, type: 'basa' }],
  ['L-000123', { number: 123, type: 'basa' }],
  ['М-7', { number: 7, type: 'point' }],
  ['M7', { number: 7, type: 'point' }],
  ['\u202aЛ\u2011000123\u202c, ', { number: 123, type: 'basa' }],
  [' 000123 ', { number: 123, type: undefined }],
])('«%s» is a code', (text, code) => expect(readRequestCode(text)).toEqual(code));

test.each(['', '0', 'Л-', 'Л-0', 'К-1', '-1', '1.5', '1234567890123456', 'Л-1 Л-2'])(
  '«%s» is no code',
  text => expect(readRequestCode(text)).toBeUndefined(),
);
