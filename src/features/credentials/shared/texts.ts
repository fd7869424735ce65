/** The words that the three panels share. The two of the box are the specification's. */
export const texts = {
  whoops: 'Whoops! Something went wrong!',
  wentWrong: 'Something went wrong. Please try again.',
  noAnswer: 'Ответ не дошел: возможно, это уже сделано. Посмотрите в списке, прежде чем повторять.',
  sessionEnded: 'Сессия закончилась: войдите, чтобы продолжить.',
  tooOften: 'Сервер просит подождать. Ничего не изменилось, повторите немного позже.',
  notOffered: 'Этот сервер не дает управлять этим отсюда.',
  forbidden: 'Сервер не показывает этот список под вашей учетной записью.',
  masked: 'скрыто',
  show: 'Показать',
  hide: 'Скрыть',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyRefused: 'Браузер не дал скопировать. Значение показано и выделено: скопируйте его сами.',
  about: (act: string, what: string) => `${act}: ${what}`,
} as const;
