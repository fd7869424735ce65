import type { OrderType } from '#contract/orders.ts';
import type { RequestStatus } from '#contract/requests.ts';

const LISTS_MISSING = 'Списки районов и работ еще не загружены';

/** The words of the order screens, verbatim from the specification where it gives them. */
export const texts = {
  orders: 'Заявки',
  place: 'Оформить заявку',
  chosen: 'Выбранная заявка',
  pickRequest: 'Выберите заявку из списка: здесь будет все, что о ней известно.',
  requestGone: 'Этой заявки больше нет или она недоступна.',
  changedElsewhere: (count: number) => `Изменились и другие заявки (${count})`,
  filter: 'Фильтровать',
  filterLabel: 'Какие заявки показать',
  status: { all: 'Все', paid: 'Оплаченные', done: 'Выполненные' } satisfies Record<RequestStatus, string>,
  shown: {
    all: 'Показаны все заявки',
    paid: 'Показаны оплаченные заявки',
    done: 'Показаны выполненные заявки',
  } satisfies Record<RequestStatus, string>,
  none: {
    all: 'Заявки не найдены.',
    paid: 'Оплаченные заявки не найдены.',
    done: 'Выполненные заявки не найдены.',
  } satisfies Record<RequestStatus, string>,
  percent: (money: string) => `Процент: ${money}`,
  percentOfShown: (money: string) => `Процент показанных заявок: ${money}`,
  openRequest: (code: string) => `Заявка ${code}`,
  paid: 'Оплачена',
  waiting: (count: number) => `Ждут отправки (${count})`,
  justSent: 'Только что отправлены',
  confirmed: (code: string) => `Заявка ${code} успешно оформлена`,
  toOutbox: 'Открыть в очереди',
  refusedWithoutWords: 'Сервер отклонил заявку.',
  offlineNothing: 'Заявки еще не загружались на это устройство. Они появятся, когда будет связь.',
  offlineMore: 'Нет связи: следующая страница загрузится, когда она появится.',
  moreFailed: 'Сервер не смог показать следующую страницу. Попробуйте еще раз.',
  refreshFailed: 'Сервер не смог показать заявки. Попробуйте еще раз.',
  home: 'На дом',
  homeNote: 'Мастер приедет к клиенту',
  workshop: 'В мастерскую',
  workshopNote: 'Заберем технику у клиента',
  listsMissing: (fault: string) => (fault ? `${LISTS_MISSING}. ${fault}.` : `${LISTS_MISSING}: нужна связь.`),
  listsMissingForm: (fault: string) =>
    fault
      ? `${LISTS_MISSING}. ${fault}. Заявка сохранится как черновик: оформите ее, когда списки загрузятся.`
      : `${LISTS_MISSING}. Заявка сохранится как черновик: оформите ее, когда будет связь.`,
  loadLists: 'Загрузить списки',
  formTitle: {
    basa: 'Оформление заявки на дом',
    point: 'Оформление доставки',
  } satisfies Record<OrderType, string>,
  pointSubheading: 'Адрес откуда доставка',
  correctionTitle: 'Исправление заявки',
  contact: 'Контакт',
  pickContact: 'Выбрать контакт',
  district: 'Район',
  work: 'Вид работ',
  address: 'Адрес',
  pickOne: 'Выберите из списка',
  contactRequired: 'Выберите контакт',
  contactGone: 'Этого контакта больше нет. Выберите другой.',
  asLastTime: (words: string) => `Как в прошлый раз: ${words}`,
  fillIn: 'Подставить',
  filledIn: 'Подставлено из прошлой заявки.',
  overwriteTitle: 'Заменить введенное?',
  overwrite: (fields: string) => `Уже заполнено: ${fields}. Вместо этого будет то, что в прошлой заявке.`,
  overwriteConfirm: 'Заменить',
  savedHere: 'Сохранено на устройстве',
  savedMessage: (name: string) => `Заявка: ${name}. Отправим, когда появится связь.`,
  sendLater: 'Отправим, когда появится связь',
  serverSaid: 'Сервер не принял заявку. Исправьте и сохраните: она отправится снова.',
  gone: 'Эту заявку уже нельзя изменить: она отправлена, отправляется или удалена.',
  full: 'На устройстве нет места: заявка не сохранена. Освободите место и нажмите еще раз, форма останется открытой.',
  outdated:
    'В другой вкладке открыта новая версия приложения: заявка не сохранена. Обновите страницу, черновик останется.',
  underWay: 'Заявка уже отправляется: изменить ее нельзя. Следите за ней в очереди.',
} as const;
