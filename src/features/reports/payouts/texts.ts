import { plural } from '#kit/plural.ts';

const requests = (count: number) => `${count} ${plural(count, 'заявка', 'заявки', 'заявок')}`;
const promoters = (count: number) => `${count} ${plural(count, 'промоутер', 'промоутера', 'промоутеров')}`;
const toPromoters = (count: number) =>
  `${count} ${plural(count, 'промоутеру', 'промоутерам', 'промоутерам')}`;

/** The words of the list of payouts; those of the specification verbatim. */
export const texts = {
  management: 'Управление',
  statistics: 'Статистика',
  addPromoter: 'Добавить промоутера',
  offline: 'Нет связи. Разделы покажут то, что загружено раньше, действия в них недоступны.',
  notKnown: 'Этот сервер не считает, кому сколько выплатить. Выберите промоутера в отчетах.',

  noCommand: 'Этот сервер не выплачивает одним нажатием. Выплатите в отчете.',
  payForbidden: 'Правила доступа не разрешают выплату одним нажатием. Выплатите в отчете.',
  notAllowed: 'Правила доступа не разрешают смотреть, кому сколько выплатить. Отчеты и статистика открыты.',

  figures: 'Итого',
  owed: 'К выплате',
  ofAll: { promoters, inOpen: 'В отчетах', paid: 'Выплачено' },
  ofFound: {
    promoters: (count: number) => `найдено ${count}`,
    inOpen: 'В их отчетах',
    paid: 'Получили',
  },
  period: 'За какие дни считать выплаченное',
  paidIn: {
    month: 'за месяц',
    lastMonth: 'за прошлый месяц',
    year: 'за год',
    ever: 'за все время',
  },
  requests,

  list: 'Кому выплатить',
  search: 'Имя промоутера',
  states: 'Показать',
  state: { owed: 'К выплате', paid: 'Выплаченные', all: 'Все' },

  promoter: 'Промоутер',
  promoterOf: (id: number) => `Промоутер №${id}`,
  count: 'Заявок',
  fresh: 'Новых',
  report: 'Отчет',
  reportNumber: (id: number, all: number) => `№${id}${all > 1 ? ` и еще ${all - 1}` : ''}`,
  left: 'В закрытых',
  paid: 'Выплачено',
  lastPaid: 'Платили',
  nobodyOwed: 'Всем выплачено: долгов нет.',
  nobody: 'Промоутеры не найдены.',
  searchAll: 'Искать среди всех',
  what: 'Состояние',
  toPay: 'к выплате',
  inClosed: 'в закрытых',
  nothingToOwe: 'долгов нет',

  panel: (name: string) => `Выплата: ${name}`,
  close: 'Закрыть',
  next: 'Следующий промоутер',
  previous: 'Предыдущий промоутер',
  nothingOwed: 'Все выплачено.',
  nothingDone: 'Платить пока не за что.',
  toBePaid: 'Заявки к выплате',
  notInReport: 'нет',
  payByKey: 'выплатить открытому промоутеру',
  /** What was agreed to, beside what there is now. */
  difference: {
    added: (code: string, now: string) => `${code}: новая, ${now}`,
    gone: (code: string, was: string) => `${code}: больше не к выплате, было ${was}`,
    changed: (code: string, was: string, now: string) => `${code}: было ${was}, теперь ${now}`,
  },
  leftFacts: (count: number, share: string) =>
    `В закрытых отчетах не выплачено: ${requests(count)} на ${share} Чтобы выплатить, откройте отчет.`,
  allReports: 'Все отчеты промоутера',
  freshFacts: (count: number, when: string) => `Новых с ${when}: ${count}`,
  pay: (count: number, share: string) => `Выплатить ${count} на ${share}`,

  paySelected: (count: number, share: string) => `Выплатить ${toPromoters(count)}: ${share}`,
  nothingToPay: 'Выбранным сейчас нечего выплатить.',
  askPay: (count: number) => `Выплатить ${toPromoters(count)}?`,
  notPaid: 'отменена, ничего не выплачено',
  askMore: (count: number) => `и еще ${promoters(count)}`,
  cashSheet: 'Ведомость',
  cashTitle: 'Ведомость выплаты промоутерам',
  cashSum: 'Сумма, руб.',
  cashSign: 'Подпись',
  cashTotal: (count: number) => `Итого: ${promoters(count)}`,

  pause: 'Пауза',
  goOn: 'Продолжить',
  progress: (paid: number, all: number, share: string, left: string) =>
    `${paid} из ${all}, выплачено ${share}, осталось ${left}`,
  runPaid: (count: number, share: string) => `Выплачено ${toPromoters(count)}: ${share}`,
  runFailed: (count: number) => `Не прошло: ${count}.`,
  runAsks: (count: number) => `Нужно решить: ${count}.`,
  runWaits: 'Нет связи: продолжим, когда она появится',
  runPaused: 'Пауза: следующие выплаты не отправляются.',
  retryFor: (name: string) => `Повторить: ${name}`,
  undo: 'Вернуть',
  undoFor: (name: string) => `Вернуть: ${name}`,
  steps: {
    waiting: 'ждет очереди',
    paid: 'выплачено',
    paidAlready: 'уже выплачено',
    nothing: 'ничего не выплачено: этого больше нет к выплате',
    stopped: 'остановлено',
    paying: 'выплачиваем',
    checking: 'проверяем',
    takingBack: 'возвращаем',
    takenBack: 'возвращено',
  },
  brief: {
    differs: 'нужно решить',
    nothing: 'нечего выплачивать',
    failed: 'не выплачено',
    unknown: 'неизвестно',
    notTakenBack: 'не возвращено',
  },
  payment: (id: number, count: number, share: string) => `Выплата №${id}: ${count} на ${share}`,
  paymentNumber: (id: number) => `№${id}`,
  differs: (count: number, share: string) => `теперь ${requests(count)} на ${share}`,
  payFound: (share: string) => `Выплатить ${share}`,
  failed: (why: string) => `не выплачено: ${why}`,
  unknown: {
    paying: {
      because: (why: string) => `неизвестно, выплачено ли: ${why}`,
      notFound: 'ответа нет; выплата пока не найдена',
    },
    takingBack: {
      because: (why: string) => `неизвестно, возвращено ли: ${why}`,
      notFound: 'ответа нет; выплата пока не возвращена',
    },
  },
  unchanged: 'на сервере ничего не изменилось',
  checkFor: (name: string) => `Проверить: ${name}`,
  notTakenBack: (why: string) => `не возвращено: ${why}`,

  leaveRunWhy: 'Идет выплата. Те, до кого не дошла очередь, останутся без нее.',
} as const;
