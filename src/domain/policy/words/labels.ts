import { continueSentence } from '#kit/continue-sentence.ts';
import { ownValue } from '#kit/own-value.ts';
import { attributeOf, type Catalogue } from '../catalogue.ts';

/** How things are called: `labels` has those that a data-source type means inside a related condition. */
export type Naming = { readonly catalogue: Catalogue; readonly labels: ReadonlyMap<string, string> };

/** Titles whose genitive is known; «окружение» is left out, because «время» says enough. */
const GENITIVES: Readonly<Record<string, string>> = {
  Пользователь: 'пользователя',
  Заявка: 'заявки',
  Контакт: 'контакта',
  Отчет: 'отчета',
  Окружение: '',
};

/** «Оплачена», «Закрыт»: such a title needs its noun before it. */
const PARTICIPLE = /(?:[аеё]н|ыт)[ао]?$/;

const LABEL_MAX = 60;

/**
 * An attribute as it stands in a sentence: «сумма заявки»; of a related thing «роль (промоутер заявки)»,
 * since «роль пользователя» would be that of the acting user.
 */
export function attributeLabel(
  { source, attribute }: { readonly source: string; readonly attribute: string },
  { catalogue, labels }: Naming,
): string {
  const title = continueSentence(shortened(attributeOf(catalogue, source, attribute)?.title || attribute));
  const thing = labels.get(source);
  if (thing !== undefined) return `${title} (${thing})`;
  const owner = sourceLabel(source, catalogue);
  const genitive = ownValue(GENITIVES, owner);
  if (genitive === '') return title;
  return genitive === undefined || PARTICIPLE.test(title)
    ? `${title} (${continueSentence(owner)})`
    : `${title} ${genitive}`;
}

export function sourceLabel(source: string, { sources }: Catalogue): string {
  return shortened(ownValue(sources, source) || source);
}

/** A text that somebody typed, no longer than a line. */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > LABEL_MAX ? `${characters.slice(0, LABEL_MAX - 1).join('')}…` : text;
}
