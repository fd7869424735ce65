import type { Entry } from '#storage/outbox-db.ts';

/** One toast about what became of entries; `about` names the one that it is about. */
type Announcement = { type: 'success' | 'error'; title: string; message: string; about?: string };

type Settled = Pick<Entry, 'id' | 'kind' | 'state' | 'code' | 'error'>;

/** Up to so many orders are told one by one, each with its code; toasts that would read alike are told as a number. */
const ONE_BY_ONE = 3;

const contact = { title: 'Контакт', titles: 'Контакты', failed: 'сохранения контакта' };
const deletion = { ...contact, failed: 'удаления контакта' };
const order = { title: 'Заявка', titles: 'Заявки', failed: 'оформления заявки' };

type Words = typeof contact & { done: string; allDone: string };

/** By kind; nothing is said of others. */
const WORDS: ReadonlyMap<string, Words> = new Map([
  ['contact.create', { ...contact, done: 'успешно добавлен', allDone: 'успешно добавлены' }],
  ['contact.update', { ...contact, done: 'успешно изменен', allDone: 'успешно изменены' }],
  ['contact.delete', { ...deletion, done: 'успешно удален', allDone: 'успешно удалены' }],
  ['order.create', { ...order, done: 'успешно оформлена', allDone: 'успешно оформлены' }],
]);

/** The toasts for entries that were confirmed or refused, kind by kind. */
export function announcementOf(entries: readonly Settled[]): Announcement[] {
  const kinds = [...new Set(entries.map(entry => entry.kind))];
  return kinds.flatMap(kind => {
    const words = WORDS.get(kind);
    if (!words) return [];
    const ofKind = entries.filter(entry => entry.kind === kind);
    const done = ofKind.filter(entry => entry.state === 'done');
    const refused = ofKind.filter(entry => entry.state === 'rejected');
    return [...announceDone(words, done), ...announceRefused(words, refused)];
  });
}

function announceDone({ title, titles, done, allDone }: Words, entries: readonly Settled[]): Announcement[] {
  const differ = entries.every(entry => entry.code !== '') && entries.length <= ONE_BY_ONE;
  if (entries.length > 1 && !differ) {
    return [{ type: 'success', title: titles, message: `${allDone}: ${entries.length}` }];
  }
  return entries.map(({ id, code }) => {
    return { type: 'success', title: [title, code].filter(Boolean).join(' '), message: done, about: id };
  });
}

function announceRefused(words: Words, entries: readonly Settled[]): Announcement[] {
  const [first] = entries;
  if (first && entries.length === 1) {
    return [{ type: 'error', title: 'Ошибка', message: refusalOf(words, first), about: first.id }];
  }
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const message = refusalOf(words, entry);
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts].map(([message, count]) => {
    return { type: 'error', title: 'Ошибка', message: count > 1 ? `${message}: ${count}` : message };
  });
}

/** A 2xx without what means success is a failed save; an answered 4xx says that something is missing. */
function refusalOf({ failed }: Words, { kind, error }: Settled): string {
  const isAnswer = error !== null && error.status >= 200 && error.status < 300;
  return isAnswer || kind === 'contact.delete' ? failed : 'Не все обязательные поля заполнены';
}
