import { plural } from '#kit/plural.ts';

/** The words of forms and fields, apart from the shared ones: those are loaded before the first paint. */
export const texts = {
  refusedWithoutWords: 'Сервер не принял данные',
  draftRestored: 'Черновик восстановлен',
  startOver: 'Начать заново',
  errorCount: (count: number) => `${count} ${plural(count, 'ошибка', 'ошибки', 'ошибок')} в форме`,
  moreErrors: (count: number) => `И еще ${count}`,
  phoneMissing: (count: number) =>
    `Не хватает ${count} ${plural(count, 'цифры', 'цифр', 'цифр')}: нужно 10 после +7`,
  phoneExtra: (digits: string) => `Лишние цифры: ${digits}`,
  phoneForeign: 'Нужен номер, который начинается с +7',
  phoneSeveral: 'Здесь несколько номеров: оставьте один, для остальных добавьте поля',
  phoneBeforeExtension: 'Нужен номер из 10 цифр, добавочный пишут после него',
  phoneExtended: (phone: string, extension: string) => `${phone} доб. ${extension}`,
  noteOfExtension: (phone: string, extension: string) => `доб. ${extension} к ${phone}`,
  day: 'День',
  month: 'Месяц',
  year: 'Год',
  dateUnfinished: 'Укажите день, месяц и год',
  maskUnusable: 'Error',
  maskMissing: (count: number, mask: string) =>
    `Не хватает ${count} ${plural(count, 'символа', 'символов', 'символов')}: заполните до конца ${mask}`,
  phoneLetters: (found: string) => `В номере лишнее: ${found}`,
} as const;
