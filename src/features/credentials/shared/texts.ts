/** The words that the three panels share. The two of the box are the specification's. */
export const texts = {
  whoops: 'Whoops! Something went wrong!',
  wentWrong: 'Something went wrong. Please try again.',
  notOffered: 'Этот сервер не дает управлять этим отсюда.',
  forbidden: 'Сервер не показывает этот список под вашей учетной записью.',
  removeUnknown: (why: string) => `${why}, и список не прочитать: неизвестно, сделано ли это.`,
  notRemoved: (why: string) => `${why}. Список прочитан заново: ничего не изменилось, можно повторить.`,
  neverUsed: 'еще нет',
} as const;
