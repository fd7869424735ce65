import { Button } from '#ui/button.tsx';
import type { Notice } from '#ui/notice.ts';
import { notify } from '#ui/toast.tsx';
import type { Section } from '../section.ts';

const NOTICES: Notice[] = [
  { title: 'Контакт', message: 'сохранен на устройстве' },
  { type: 'success', title: 'Контакт', message: 'успешно добавлен' },
  { type: 'warning', title: 'Обновление', message: 'Сначала сохраните или закройте форму' },
  { type: 'error', title: 'Ошибка', message: 'сохранения контакта' },
  {
    title: 'Контакт',
    message: 'успешно удален',
    action: { label: 'Вернуть', onSelect: () => notify({ title: 'Контакт', message: 'возвращен' }) },
  },
];

export const section: Section = {
  title: 'Уведомления',
  states: NOTICES.map(notice => ({
    state: `${notice.type ?? 'info'}${notice.action ? ', с действием' : ''}`,
    content: <Button onClick={() => notify(notice)}>{`${notice.title}: ${notice.message}`}</Button>,
  })),
};
