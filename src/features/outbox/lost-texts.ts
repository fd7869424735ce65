/** What is told of a lost outbox, wherever the user happens to be. */
export const lostTexts = {
  title: 'Неотправленное пропало',
  message: 'Подробности в разделе «Очередь».',
} as const;
