import type { Entry } from '#storage/outbox-db.ts';
import { type EntryKind, isKnown } from './entry-kinds.ts';

/** One toast about what became of entries. */
type Announcement = { type: 'success' | 'error'; title: string; message: string };

type Settled = Pick<Entry, 'kind' | 'state' | 'code' | 'error'>;

/** Up to so many orders are told one by one, each with its code; toasts that would read alike are told as a number. */
const ONE_BY_ONE = 3;

type Words = { title: string; done: string; titles: string; allDone: string; failed: string };

const contacts = { title: 'Контакт', titles: 'Контакты', failed: 'сохранения контакта' };

const WORDS: Readonly<Record<EntryKind, Words>> = {
  'contact.create': { ...contacts, done: 'успешно добавлен', allDone: 'успешно добавлены' },
  'contact.update': { ...contacts, done: 'успешно изменен', allDone: 'успешно изменены' },
  'contact.delete': {
    ...contacts,
    done: 'успешно удален',
    allDone: 'успешно удалены',
    failed: 'удаления контакта',
  },
  'order.create': {
    title: 'Заявка',
    done: 'успешно оформлена',
    titles: 'Заявки',
    allDone: 'успешно оформлены',
    failed: 'оформления заявки',
  },
};

const ERROR = 'Ошибка';
const FIELDS_MISSING = 'Не все обязательные поля заполнены';

/** The toasts for entries that were confirmed or refused, kind by kind. */
export function announcementOf(entries: readonly Settled[]): Announcement[] {
  const kinds = [...new Set(entries.map(entry => entry.kind))].filter(isKnown);
  return kinds.flatMap(kind => {
    const ofKind = entries.filter(entry => entry.kind === kind);
    const done = ofKind.filter(entry => entry.state === 'done');
    const refused = ofKind.filter(entry => entry.state === 'rejected');
    return [...announceDone(WORDS[kind], done), ...announceRefused(kind, refused)];
  });
}

function announceDone(words: Words, done: readonly Settled[]): Announcement[] {
  const { title, titles, allDone } = words;
  const differ = done.every(entry => entry.code !== '') && done.length <= ONE_BY_ONE;
  if (done.length > 1 && !differ) {
    return [{ type: 'success', title: titles, message: `${allDone}: ${done.length}` }];
  }
  return done.map(({ code }) => ({
    type: 'success',
    title: [title, code].filter(Boolean).join(' '),
    message: words.done,
  }));
}

function announceRefused(kind: EntryKind, refused: readonly Settled[]): Announcement[] {
  const counts = new Map<string, number>();
  for (const entry of refused) {
    const message = refusalOf(kind, entry);
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts].map(([message, count]) => ({
    type: 'error',
    title: ERROR,
    message: count > 1 ? `${message}: ${count}` : message,
  }));
}

/** A 2xx without what means success is a failed save; an answered 4xx says that something is missing. */
function refusalOf(kind: EntryKind, { error }: Settled): string {
  const isAnswer = error !== null && error.status >= 200 && error.status < 300;
  return isAnswer || kind === 'contact.delete' ? WORDS[kind].failed : FIELDS_MISSING;
}
