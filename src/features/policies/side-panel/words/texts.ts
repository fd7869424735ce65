import { plural } from '#kit/plural.ts';

export const texts = {
  summary: 'Политика словами',
  copy: 'Скопировать',
  copied: 'Скопировано',
  notCopied: 'Скопировать не удалось: выделите текст и скопируйте сами',
  warnings: 'Замечания',
  noWarnings: 'Замечаний нет',
  severities: { error: 'Ошибка', incomplete: 'Не закончено', attention: 'Внимание' },
  inTarget: 'Target',
  inRule: (name: string) => `Правило «${name}»`,
  more: (count: number) => `Показать еще ${count} ${plural(count, 'замечание', 'замечания', 'замечаний')}`,
} as const;
