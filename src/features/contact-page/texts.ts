/** The words of a contact's own page. */
export const texts = {
  contacts: 'Телефоны',
  details: 'Выбранный контакт',
  chooseOne: 'Выберите контакт в списке: здесь будут все его телефоны, комментарий и заявки.',
  again: (words: string) => `Повторить: ${words}`,
  waiting: 'Ждут отправки',
  orders: 'Заявки',
  order: 'Заявка',
  openRequest: (code: string) => `Заявка ${code}`,
  kind: { basa: 'На дом', point: 'В мастерскую' },
  percent: (money: string) => `Процент: ${money}`,
  paid: 'Выплачено',
} as const;
