import { attributeOf, type Catalogue, methodOf, takesValue } from '#domain/policy/catalogue.ts';
import type { Fact } from '#domain/policy/facts.ts';
import { type ConditionNode, isGroup, type Scalar } from '#domain/policy/policy.ts';
import { texts } from './texts.ts';
import { isEntity } from './used-sources.ts';

/** What a condition is about: «Заявка: Сумма», or the group's own name. */
export function aboutWords({ type, attribute }: ConditionNode, catalogue: Catalogue): string {
  if (type === null) return texts.notChosen;
  if (isGroup(type)) return type;
  const source = (Object.hasOwn(catalogue.sources, type) && catalogue.sources[type]) || type;
  if (attribute === null) return source;
  return `${source}: ${attributeOf(catalogue, type, attribute)?.title || attribute}`;
}

/** What the condition asks of it: «больше 1000»; '' where no comparison is chosen. */
export function expectedWords(node: ConditionNode, catalogue: Catalogue): string {
  const { comparisonType, comparisonMethod: method, compareValue } = node;
  if (method === null) return '';
  const title = methodOf(catalogue, comparisonType, method)?.title || method;
  if (!takesValue(comparisonType, method) || compareValue === null) return title;
  const joint = method === 'between' ? texts.and : ', ';
  return `${title} ${scalarWords([compareValue].flat(), node, catalogue).join(joint)}`;
}

/** A fact as it is shown beside what was expected. */
export function foundWords(fact: Fact, node: ConditionNode, catalogue: Catalogue): string {
  if (fact === null) return texts.nothing;
  if (fact === true) return texts.yes;
  if (fact === false) return texts.no;
  if (isEntity(fact)) return texts.isThere;
  return (
    scalarWords([fact as Scalar | readonly Scalar[]].flat(), node, catalogue).join(', ') || texts.nothing
  ); // no thing
}

function scalarWords(scalars: readonly Scalar[], node: ConditionNode, catalogue: Catalogue): string[] {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  return scalars.map(each => values.find(({ id }) => id === String(each))?.name ?? String(each));
}
