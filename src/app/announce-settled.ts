import type { Device } from '#state/device.ts';
import { type Entry, ownerKeyOf } from '#storage/outbox-db.ts';
import { takeAnnouncements } from '#sync/announce.ts';
import type { Notice } from '#ui/notice.ts';
import { notify } from '#ui/toast.tsx';

/** More of one kind at once are told as a number. */
const ONE_BY_ONE = 3;

const FIELDS_MISSING = 'Не все обязательные поля заполнены';

type Words = { title: string; done: string; many: (count: number) => string; failed: string };

const WORDS: Readonly<Record<string, Words>> = {
  'contact.create': {
    title: 'Контакт',
    done: 'успешно добавлен',
    many: count => `успешно добавлены: ${count}`,
    failed: 'сохранения контакта',
  },
  'contact.update': {
    title: 'Контакт',
    done: 'успешно изменен',
    many: count => `успешно изменены: ${count}`,
    failed: 'сохранения контакта',
  },
  'contact.delete': {
    title: 'Контакт',
    done: 'успешно удален',
    many: count => `успешно удалены: ${count}`,
    failed: 'удаления контакта',
  },
  'order.create': {
    title: 'Заявка',
    done: 'успешно оформлена',
    many: count => `успешно оформлены: ${count}`,
    failed: 'оформления заявки',
  },
};

/** Tells what the server has confirmed or refused since somebody last told it; of several tabs one does. */
export async function announceSettled(device: Device): Promise<void> {
  const owner = device.session.owner();
  if (!owner) return;
  const settled = await takeAnnouncements(device.db, ownerKeyOf(owner));
  for (const notice of noticesOf(settled)) notify(notice);
}

/** The toasts for entries that were confirmed or refused. */
export function noticesOf(settled: readonly Entry[]): Notice[] {
  return Object.entries(WORDS).flatMap(([kind, words]) => {
    const ofKind = settled.filter(entry => entry.kind === kind);
    const done = ofKind.filter(entry => entry.state === 'done');
    const refused = ofKind.filter(entry => entry.state === 'rejected');
    return [...doneNotices(done, words), ...refused.slice(0, ONE_BY_ONE).map(entry => refusal(entry, words))];
  });
}

function doneNotices(done: readonly Entry[], { title, done: word, many }: Words): Notice[] {
  if (done.length > ONE_BY_ONE) return [{ type: 'success', title, message: many(done.length) }];
  return done.map(({ code }) => ({
    type: 'success',
    title: code === '' ? title : `${title} ${code}`,
    message: word,
  }));
}

/** A 2xx without what means success is a failed save; a refusal in so many words is a missing field. */
function refusal({ kind, error }: Entry, { failed }: Words): Notice {
  const isAnswer = error !== null && error.status >= 200 && error.status < 300;
  const message = isAnswer || kind === 'contact.delete' ? failed : FIELDS_MISSING;
  return { type: 'error', title: 'Ошибка', message };
}
