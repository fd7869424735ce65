/** What is told of a second delivery, wherever the user happens to be. */
export const duplicateTexts = {
  title: 'Похоже на двойника',
  where: 'Одна запись попала на сервер дважды. Подробности в разделе «Очередь».',
} as const;
