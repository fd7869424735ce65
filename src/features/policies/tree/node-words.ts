import {
  type Attribute,
  attributeOf,
  type Catalogue,
  methodOf,
  takesValue,
} from '#domain/policy/catalogue.ts';
import { isValueMissing, valuesOf } from '#domain/policy/evaluation/compare-value.ts';
import { type CompareValue, type ConditionNode, isGroup, type Scalar } from '#domain/policy/policy.ts';
import { texts } from './texts.ts';

/** What a line of the tree says: what is chosen, and the first thing that is not. */
type NodeWords = { said: string; missing: string | null };

/** A node in words: «Заявка: Сумма больше 1000». */
export function nodeWords(node: ConditionNode, catalogue: Catalogue): NodeWords {
  const { type } = node;
  if (type === null) return { said: '', missing: texts.notChosen(texts.kind) };
  if (!isGroup(type)) return claimWords(node, catalogue);
  const isEmpty = node.children.length === 0;
  return { said: texts.groups[type], missing: isEmpty ? texts.emptyGroup : null };
}

function claimWords(node: ConditionNode, catalogue: Catalogue): NodeWords {
  const { type, attribute: name, comparisonType, comparisonMethod: method, compareValue } = node;
  const source = sourceTitle(catalogue, type);
  if (name === null) return { said: source, missing: texts.notChosen(texts.attribute) };
  const attribute = attributeOf(catalogue, type, name);
  const about = `${source}: ${attribute?.title ?? texts.unknown(name)}`;
  if (method === null) return { said: about, missing: texts.notChosen(texts.comparison) };
  const compared = `${about} ${methodOf(catalogue, comparisonType, method)?.title ?? texts.unknown(method)}`;
  if (!takesValue(comparisonType, method)) return { said: compared, missing: null };
  if (isValueMissing(method, compareValue)) return { said: compared, missing: texts.notEntered };
  return { said: `${compared} ${valueWords(compareValue, method, attribute)}`, missing: null };
}

/** The title of a data source; of one that is not in the catalogue, its name. */
export function sourceTitle({ sources }: Catalogue, type: string | null): string {
  if (type === null) return texts.notChosen(texts.kind);
  return (Object.hasOwn(sources, type) && sources[type]) || texts.unknown(type);
}

function valueWords(value: CompareValue, method: string, attribute: Attribute | undefined): string {
  const joint = method === 'between' ? ` ${texts.and} ` : ', ';
  return valuesOf(value)
    .map(scalar => scalarWords(scalar, attribute))
    .join(joint);
}

function scalarWords(scalar: Scalar, attribute: Attribute | undefined): string {
  const values = attribute?.values ?? [];
  if (values.length === 0) return String(scalar);
  return values.find(({ id }) => id === String(scalar))?.name ?? texts.unknown(String(scalar));
}
