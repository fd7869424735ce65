/** The words for the state of the queue: the shell's widget and the outbox screen say the same. */
export const syncTexts = {
  allSent: 'Все отправлено',
  sending: (sending: number, total: number) => `Отправляем ${sending} из ${total}`,
  pending: (count: number) => `Ждут отправки: ${count}`,
  checking: (count: number) => `Проверяем: ${count}`,
  failed: (count: number) => `Не отправлено: ${count}`,
  held: (count: number) => `Нужен вход: ${count}`,
  offline: 'Нет связи',
  /** Where there is no room for what exactly. */
  fault: 'Ошибка сервера',
} as const;
