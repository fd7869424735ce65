import { formatMoney } from '#kit/money.ts';
import { plural } from '#kit/plural.ts';

const counted = (count: number, ...words: [one: string, few: string, many: string]) =>
  `${count} ${plural(count, ...words)}`;

/** The words of what waits for moderators and administrators: of each part its name, and what is said of some and of none. */
export const texts = {
  waiting: 'Что ждет',
  owed: {
    name: 'К выплате',
    some: (promoters: number, { count, share }: { count: number; share: number }) =>
      [
        counted(promoters, 'промоутеру', 'промоутерам', 'промоутерам'),
        `за ${counted(count, 'заявку', 'заявки', 'заявок')}`,
        formatMoney(share),
      ].join(', '),
    none: 'Никому ничего не должны',
  },
  reports: {
    name: 'Открытые отчеты',
    some: (count: number) => counted(count, 'отчет', 'отчета', 'отчетов'),
    none: 'Открытых отчетов нет',
  },
  refused: {
    name: 'Отказы политик',
    some: (count: number, { enforced, isMore }: { enforced: boolean; isMore: boolean }) =>
      [
        `${isMore ? 'не меньше ' : ''}${counted(count, 'запрос', 'запроса', 'запросов')} за сутки`,
        enforced ? '' : ', политики пока только наблюдают',
      ].join(''),
    none: 'За сутки никому не отказано',
  },
  blocked: {
    name: 'Вход закрыт',
    some: (count: number) => counted(count, 'пользователю', 'пользователям', 'пользователям'),
    none: 'Вход никому не закрыт',
  },
  paused: {
    name: 'Вход на паузе',
    some: (count: number) =>
      [
        `${counted(count, 'пауза', 'паузы', 'пауз')} после неверных паролей, до 15 минут`,
        count > 1 ? ', у одного человека бывает несколько' : '',
      ].join(''),
    none: 'Никого не задержали неверные пароли',
  },
} as const;
