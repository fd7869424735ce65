/** What reading cannot show: everything with which the app changes something, and how a person tries it. */
import { deleteContact, saveContact } from '#contract/contacts.ts';
import * as credentials from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addPromoter } from '#contract/moderation.ts';
import { sendOrder } from '#contract/orders.ts';
import { payPromoter, takeBackPayment } from '#contract/payments.ts';
import { updatePolicy } from '#contract/policies.ts';
import * as reports from '#contract/reports.ts';
import { loginAs, revokeToken } from '#contract/session.ts';
import { blockUser, saveUserRoles, unblockUser } from '#contract/users.ts';
import { saveReceipt } from '#contract/warehouse.ts';

type Unproven = { what: string; endpoints: readonly Endpoint[]; byHand: string };

/** Every call of the app that the probe never makes, because it changes something. */
export const UNPROVEN: readonly Unproven[] = [
  {
    what: 'сохранение контакта и запись телефона, 10 или 11 цифр',
    endpoints: [saveContact],
    byHand: 'сохраните и поправьте контакт: он уходит из «Очереди», телефон на сервере тот же',
  },
  {
    what: 'отправка заявки',
    endpoints: [sendOrder],
    byHand: 'оформите заявку на дом и доставку: каждая стоит в «Заявках» один раз',
  },
  {
    what: 'удаление контакта',
    endpoints: [deleteContact],
    byHand: 'удалите пробный контакт: он уходит из «Очереди» и с сервера',
  },
  {
    what: 'повтор записи (Idempotency-Key)',
    endpoints: [],
    byHand: 'отключите сеть сразу после «Сохранить» и включите: контакт на сервере один',
  },
  {
    what: 'создание, закрытие, открытие и удаление отчета',
    endpoints: [reports.createReport, reports.closeReport, reports.openReport, reports.deleteReport],
    byHand: 'создайте отчет пробного промоутера, закройте, откройте и удалите',
  },
  {
    what: 'оплата заявки и ее отмена',
    endpoints: [reports.payRequest, reports.unpayRequest],
    byHand: 'в пробном отчете отметьте оплату и снимите',
  },
  {
    what: 'выплата промоутеру одним вызовом и ее возврат',
    endpoints: [payPromoter, takeBackPayment],
    byHand: 'выплатите пробному промоутеру и верните',
  },
  {
    what: 'добавление промоутера',
    endpoints: [addPromoter],
    byHand: 'добавьте пробного промоутера, затем еще раз с тем же адресом: сообщение встает у поля',
  },
  {
    what: 'сохранение политики',
    endpoints: [updatePolicy],
    byHand: 'сохраните политику без изменений и откройте заново',
  },
  {
    what: 'сохранение документа склада (PUT)',
    endpoints: [saveReceipt],
    byHand: 'сохраните оприходование без изменений и откройте заново',
  },
  {
    what: 'создание, правка и удаление приложений и токенов',
    endpoints: [
      credentials.createClient,
      credentials.changeClient,
      credentials.replaceClientSecret,
      credentials.deleteClient,
      credentials.createPersonalToken,
      credentials.revokePersonalToken,
      credentials.revokeAuthorizedToken,
    ],
    byHand: 'создайте пробное приложение и токен и удалите',
  },
  {
    what: 'вход под пользователем',
    endpoints: [loginAs],
    byHand: 'войдите под кем-нибудь из «Пользователей» и вернитесь',
  },
  {
    what: 'блокировка пользователя и его роли',
    endpoints: [blockUser, unblockUser, saveUserRoles],
    byHand: 'заблокируйте пробного пользователя, разблокируйте, дайте ему роль и снимите',
  },
  {
    what: 'отзыв токена при выходе',
    endpoints: [revokeToken],
    byHand: 'выйдите и войдите снова',
  },
];
