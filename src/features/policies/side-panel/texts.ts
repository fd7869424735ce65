import { plural } from '#kit/plural.ts';

export const texts = {
  sidePanel: 'Что с политикой',
  node: 'Узел',
  words: 'Словами',
  json: 'JSON',
  copy: 'Скопировать',
  copied: 'Скопировано',
  notCopied: 'Скопировать не удалось: выделите текст и скопируйте сами',

  summary: 'Политика словами',
  warnings: 'Замечания',
  noWarnings: 'Замечаний нет',
  severities: { error: 'Ошибка', incomplete: 'Не закончено', attention: 'Внимание' },
  inTarget: 'Target',
  inRule: (name: string) => `Правило «${name}»`,
  more: (count: number) => `Показать еще ${count} ${plural(count, 'замечание', 'замечания', 'замечаний')}`,

  now: 'Политика в JSON',
  hint: 'Так политика уйдет на сервер.',
  download: 'Скачать',
  imported: 'Импорт',
  importHint:
    'Файл или текст с одной политикой. Ничего не изменится, пока вы не выберете, что с ней сделать.',
  chooseFile: 'Выбрать файл',
  text: 'Текст JSON',
  check: 'Проверить',
  clear: 'Очистить',
  tooLargeFile: (name: string) => `Файл «${name}» слишком большой для одной политики: он не прочитан.`,
  tooLargeText: 'Текст слишком большой для одной политики: он не вставлен.',
  unreadable: (name: string) => `Файл «${name}» не читается.`,
  nothing: 'Вставьте текст или выберите файл',
  faults: (count: number) =>
    `Так не взять: ${count} ${plural(count, 'ошибка', 'ошибки', 'ошибок')}. Открытая политика не изменилась.`,
  good: (name: string, rules: number) =>
    `Политика «${name}»: ${rules} ${plural(rules, 'правило', 'правила', 'правил')}.`,
  replace: 'Заменить открытую',
  addNew: 'Добавить как новую',
  replaced: 'Политика заменена: отмена вернет прежнюю.',
  added: 'Добавлена новая политика.',
} as const;
