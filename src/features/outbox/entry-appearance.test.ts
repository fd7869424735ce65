import { expect, it } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { reasonOf } from './entry-appearance.ts';

const untried: Partial<Entry> = { kind: 'contact.create', attempts: 0 };
const corrected: Partial<Entry> = { ...untried, earlier: [{ v: 1, payload: {} }] };
const givenUp: Partial<Entry> = { ...corrected, isGivenUp: true };
const deletion: Partial<Entry> = { ...untried, kind: 'contact.delete' };

it.each<[string, EntryStatus, Partial<Entry>, RegExp]>([
  ['untried, from a file', 'checking', untried, /^Запись загружена из файла/],
  ['corrected', 'checking', corrected, /^До исправления запись могла дойти/],
  ['given up', 'checking', givenUp, /^Сначала узнаем, не дошла ли запись/],
  ['lost answer', 'question', untried, /^Ответ сервера потерялся/],
  ['corrected', 'question', corrected, /^Запись исправлена/],
  ['given up', 'question', givenUp, /^Здесь запись удалена, а на сервере нашлась похожая/],
  ['waiting for its contact', 'blocked', untried, /^Уйдет после контакта, когда тот будет/],
  [
    'deletion that waits for its contact',
    'blocked',
    deletion,
    /^Уйдет после контакта, когда станет известно/,
  ],
])('says of what is %s (%s) why it is still here', (_, status, entry, why) => {
  expect(reasonOf(entry as Entry, status)).toMatch(why);
});
