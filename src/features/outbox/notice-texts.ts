/** What is told of a second delivery, wherever the user happens to be. */
export const duplicateTexts = {
  title: 'Похоже на двойника',
  where: 'Одна запись попала на сервер дважды. Подробности в разделе «Очередь».',
} as const;

/** What is told of a lost outbox, wherever the user happens to be. */
export const lostTexts = {
  title: 'Неотправленное пропало',
  message: 'Подробности в разделе «Очередь».',
} as const;
