import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Every word that a promoter's screens owe: verbatim from the specification, and the product's own fixed words
 * (without ё). By the place where each must be read; `…` stands for what varies.
 */
export const PROMOTER = {
  login: ['Sign in', 'E-mail'],
  dashboard: ['Dashboard'],
  'Page Not Found': ['Page Not Found'],
  Forbidden: ['Forbidden'],
  'Forbidden, and why': ['Forbidden', 'Склад: …', 'Нет доступа ни к …', 'Права дает администратор фирмы'],
  home: ['Телефоны', 'Заявки', 'Очередь', 'Все отправлено', 'Обновлено …', 'Готово к работе без связи'],
  'contact list': ['Подгрузить еще', '+7 (…) …-…-…'],
  'contact, its menu': ['Редактировать', 'Удалить'],
  'contact, asked to delete': ['Удалить контакт …?'],
  'contact, new': [
    ...['Добавление контакта', 'Имя', 'Фамилия', 'Комментарий', 'Телефон', 'добавить телефон'],
    ...['Создать контакт', 'Сохранить и добавить еще'],
  ],
  'contact, a phone asked to delete': ['Удалить телефон …?'],
  'contact, known': ['Редактирование контакта', 'Сохранить контакт'],
  'order list': [
    ...['Фильтровать', 'Показаны все заявки', 'Отображено 1 - … из …', 'Подгрузить еще', 'Оформить заявку'],
    ...['Процент: … руб.'],
  ],
  'order list, paid': ['Показаны оплаченные заявки'],
  'order list, done': ['Показаны выполненные заявки'],
  'order list, nothing': ['Заявки не найдены.'],
  'order list, nothing paid': ['Оплаченные заявки не найдены.'],
  'order list, nothing done': ['Выполненные заявки не найдены.'],
  'order type': ['На дом', 'В мастерскую'],
  'order to the home': [
    ...['Оформление заявки на дом', 'Контакт', 'Район', 'Вид работ', 'Неисправность', 'Улица'],
    ...['Дом', 'Корпус', 'Квартира', 'Оформить заявку'],
  ],
  'order to the workshop': ['Оформление доставки', 'Адрес откуда доставка', 'Оформить заявку'],
  'request of the line': ['Линия', 'как посчитано', 'Поделиться'],
  'request of the workshop': ['Мастерские', 'как посчитано'],
  'contact, new, without a network': ['Уйдет, когда появится связь'],
  'contact, kept': ['Контакт сохранен на устройстве', 'Ждет отправки', 'Нет связи'],
  'order, kept': ['Сохранено на устройстве', 'Уйдет после контакта'],
  outbox: ['Очередь', 'Отправить сейчас', 'Черновик', 'Ждет отправки'],
  'contact, a delete that waits': ['Удалится при связи', 'Вернуть'],
  'order confirmed': ['Заявка … успешно оформлена'],
  'contact added': ['Контакт успешно добавлен'],
  'contact changed': ['Контакт успешно изменен'],
  'contact deleted': ['Контакт успешно удален'],
  'save refused': ['Ошибка Не все обязательные поля заполнены', 'Не отправлено', 'Исправить'],
  'save refused, its sheet': ['Повторить', 'Удалить', 'Поделиться'],
  'saved without an id': ['Ошибка сохранения контакта'],
  'ordered without a code': ['Ошибка оформления заявки'],
  'delete refused': ['Ошибка удаления контакта'],
  'on its way': ['Отправляем'],
  'answer lost': ['Проверяем'],
  'session ended': ['Нужен вход'],
  users: ['Пользователи', 'ID', 'Имя', 'E-mail', 'Роли', 'Войти как …', 'Это вы', 'Скачать CSV'],
  'users, asked to log in as': ['Авторизоваться под пользователейм … ?', 'Отмена', 'Войти'],
  'not logged in as another': ['Ошибка авторизации'],
  'logged in as another': ['Авторизация под пользователем …'],
  'working as another': ['Вы работаете как …', 'еще … минут', 'Вернуться'],
  'working as another, with unsent work': ['Осталось неотправленных: 1', 'Остаться и отправить'],
  'working as another, over': ['Время работы как … истекло', 'Вернуться'],
  'new version': ['Доступна новая версия', 'Обновить', 'Позже'],
  'installation offered': ['Установить приложение', 'Позже'],
} as const satisfies Record<string, readonly string[]>;

/** What the reports' screens owe. */
export const REPORTS = {
  reports: ['Отчеты', 'Промоутер', 'Сформировать', 'Показать отчеты', 'Заполните поле «Промоутер»'],
  'reports, none': ['У промоутера еще нет отчетов'],
  'reports, some': ['Номер', 'Имя', 'Дата', 'закрыто', 'Открыть: Отчет №…', 'Обновлено …'],
  'report, deleted': ['Отчет №… успешно удален'],
  'report, not deleted': ['Ошибка удаления отчета'],
  'report, created': ['Отчет №… успешно создан'],
  'report, not created': ['Ошибка создания отчета'],
  'report, nothing due': ['Отчет Нет выполненных заявок для отчета'],
  report: ['Отчет №…', 'М', 'Л', 'Сумма промоутеру', '… руб.', 'Закрыть отчет', 'Обновлено …'],
  'report, a payment failed': ['Ошибка обработки запроса'],
  'report, closed': ['Отчет №… закрыт', 'Открыть отчет'],
  'report, not opened': ['Ошибка открытия отчета'],
  'report, opened': ['Отчет №… открыт'],
  'report, not closed': ['Ошибка закрытия отчета'],
  "moderator's request": ['Заявка …', 'Отчет №…', 'Сумма заявки', 'как посчитано'],
} as const satisfies Record<string, readonly string[]>;

/** What the policies' screen owes. */
export const POLICIES = {
  policies: ['Add policy', 'Обновлено …'],
  'policy, new': [
    ...['New politic', 'Target', 'Rules', 'Add rule', 'Save policy', 'allOf', 'Не сохранено: New politic'],
    ...['allowIfAllAllowed (all allowed)', 'allowIfOneAllowed (one allowed)'],
    ...['allowIfNotDenied (allowed unless denied)'],
  ],
  'policy, a rule': ['new Rule', 'allow', 'deny'],
  'policy, a condition': ['allOf', 'anyOf'],
  'policy, not saved': ['Ошибка обработки запроса', 'Не сохранено.', 'Изменения остались здесь.'],
  'policy, saved': ['Политика New politic успешно сохранена', 'Все сохранено'],
} as const satisfies Record<string, readonly string[]>;

/** What the credentials' screen and the page of consent owe. */
export const CREDENTIALS = {
  credentials: [
    ...['Приложения и токены', 'OAuth clients', 'Authorized applications', 'Personal access tokens'],
    ...['Создать клиента', 'Клиентов пока нет', 'Создать токен', 'Обновлено …'],
  ],
  'client, new': ['Новый клиент', 'Название', 'Адреса возврата', 'Создать', 'Отмена'],
  'client, refused': ['Whoops! Something went wrong!'],
  'client, no error body': ['Whoops! Something went wrong!', 'Something went wrong. Please try again.'],
  'client, created': ['Клиент … создан', 'Секрет', 'Скопировать'],
  'client, its secret gone': ['Секрет-'],
  'client, asked to delete': ['Удалить клиента …?', 'Чтобы подтвердить, введите «удалить»'],
  'token, new': ['Новый токен', 'Название', 'Права', 'Создать', 'Отмена'],
  'token, refused': ['Whoops! Something went wrong!'],
  'token, no error body': ['Whoops! Something went wrong!', 'Something went wrong. Please try again.'],
  'token, told once': ['Токен … создан', 'больше он нигде не будет показан', 'Я скопировал токен'],
  'token, asked to revoke': ['Отозвать токен …?', 'Чтобы подтвердить, введите «отозвать»'],
  'token, revoked': ['Токен … отозван'],
  consent: [
    ...['Разрешить доступ?', 'Приложение … просит доступ', 'Что ему станет можно', 'E-mail', 'Пароль'],
    ...['Разрешить', 'Отказать'],
  ],
  'consent, wrong password': ['Неверный e-mail или пароль.'],
  'consent, unknown application': ['Приложение неизвестно'],
} as const satisfies Record<string, readonly string[]>;

/** What the warehouse's screens owe. */
export const WAREHOUSE = {
  'user menu': ['Склад'],
  receipts: [
    ...['Оприходования', 'Проведен', 'Дата', 'На склад', 'Описание', 'Изменен', 'Обновлено …'],
    ...['1-15 из 40'],
  ],
  'receipts, beyond the end': ['Страницы 7 нет: всего 3 страницы.', 'На последнюю страницу', '0-0 из 40'],
  'write-offs': ['Списания', 'Проведен', 'Дата', 'Со склада', 'Изменен', 'Обновлено …', '16-20 из 20'],
  'stock moves': ['Перемещения', 'Раздел в разработке'],
  inventories: ['Инвентаризации', 'Раздел в разработке'],
  receipt: [
    ...['Оприходование …', 'Номер', 'Дата', 'На склад', 'Контрагент', 'Входящий номер', 'Входящая дата'],
    ...['НДС, %', 'НДС включен в цену', 'Проведен', 'Описание', 'Номенклатура', 'Добавить номенклатуру'],
    ...['Компания', 'Выберите компанию', 'Список компаний пока не подключен'],
    ...[
      'Количество',
      'Цена, руб.',
      'Налог, %',
      'Скидка, %',
      'Причина',
      'Сумма',
      'Итого',
      '… руб.',
      'Сохранить',
    ],
  ],
  'receipt, not saved': ['Ошибка сохранения документа', 'Введенное осталось здесь.'],
  'receipt, saved': ['Оприходование … успешно сохранено'],
  'receipt, two versions': [
    'Две версии документа',
    'Моя',
    'На сервере',
    'Оставить мое',
    'Взять версию с сервера',
  ],
  'write-off': ['Списание …', 'Со склада', 'Списание можно только посмотреть'],
} as const satisfies Record<string, readonly string[]>;

/** What the screens of promoters' accounts and of statistics owe. */
export const MODERATION = {
  'moderation menu': ['Управление', 'Отчеты', 'Статистика', 'Добавить промоутера'],
  'add promoter': ['Имя', 'E-mail', 'Пароль', 'Повтор пароля', 'Добавить промоутера'],
  'promoter added': [
    ...['Промоутер успешно добавлен', 'показать пароль', 'Печать', 'Добавить еще одного промоутера'],
  ],
  'promoter, address taken': ['EMail уже зарегистрирован'],
  'promoter, refused': ['Ошибка Не все обязательные поля заполнены'],
  'promoter, no error body': ['Ошибка ответа сервера'],
  'promoter, no id': ['Ошибка создания промоутера'],
  statistics: [
    ...['Статистика', 'Промоутер', 'показать всех', 'Дата с', 'Дата по', 'Фильтровать', 'Сбросить'],
    ...['Сумма', 'Премия', '… руб.', 'Итого', 'Обновлено …', 'Скачать CSV'],
  ],
} as const satisfies Record<string, readonly string[]>;

type Table = Readonly<Record<string, readonly string[]>>;

/** Asserts the words of one place of a table after the other; `unread` has those that were not asserted yet. */
export function wordsOf<Words extends Table>(table: Words) {
  const unread = new Set<keyof Words>(Object.keys(table));
  const missing = async (page: Page, place: keyof Words) =>
    missingWords(table[place] ?? [], await textOf(page));
  return {
    unread,
    async says(page: Page, place: keyof Words): Promise<void> {
      await expect.poll(() => missing(page, place), { timeout: 15_000 }).toEqual([]);
      unread.delete(place);
    },
    async lacks(page: Page, place: keyof Words): Promise<void> {
      expect(await missing(page, place)).not.toEqual([]);
    },
  };
}

/** What stands there, what fields hold, and the names for readers; in its own letters: what CSS makes of them does not count. */
function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const isShown = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const named = [...document.querySelectorAll('[aria-label]')].filter(isShown).map(each => each.ariaLabel);
    const fields = [...document.querySelectorAll('input:not([type=date],[type=password])')]
      .filter(isShown)
      .map(each => each instanceof HTMLInputElement && each.value);
    return [document.body.textContent, ...named, ...fields].join(' ');
  });
}

/** The words that `text` lacks; white space counts as one space, `…` as one or more of anything. */
function missingWords(owed: readonly string[], text: string): string[] {
  const plain = text.replaceAll(/\s+/g, ' ');
  return owed.filter(words => !patternOf(words).test(plain));
}

function patternOf(words: string): RegExp {
  const parts = words.split('…').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.{1,40}?'));
}
