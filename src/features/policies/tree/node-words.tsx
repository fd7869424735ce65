import { useEffect, useState } from 'react';
import {
  type Attribute,
  attributeOf,
  type Catalogue,
  methodOf,
  takesValue,
} from '#domain/policy/catalogue.ts';
import { isValueMissing, valuesOf } from '#domain/policy/evaluation/claim.ts';
import { pathKey } from '#domain/policy/node-path.ts';
import { type CompareValue, type ConditionNode, isGroup, type Policy } from '#domain/policy/policy.ts';
import { type Warning, type WarningName, warningWords } from '#domain/policy/words/warning.ts';
import { warningsOf } from '#domain/policy/words/warnings.ts';
import { ownValue } from '#kit/own-value.ts';
import { classNames } from '#ui/class-names.ts';
import { TriangleAlert } from '#ui/icons.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { useEditing } from '../editing.ts';
import { texts } from './texts.ts';
import styles from './tree.module.css';

/** What a line of the tree says: what is chosen, and the first thing that is not. */
type NodeWords = { text: string; missing: string | null };

/** A node in words: «Заявка: Сумма больше 1000». */
export function nodeWords(node: ConditionNode, catalogue: Catalogue): NodeWords {
  const { type } = node;
  if (type === null) return { text: '', missing: texts.notChosen(texts.kind) };
  if (!isGroup(type)) return comparisonWords(node, catalogue);
  const isEmpty = node.children.length === 0;
  return { text: texts.groups[type], missing: isEmpty ? texts.emptyGroup : null };
}

function comparisonWords(node: ConditionNode, catalogue: Catalogue): NodeWords {
  const { type, attribute: name, comparisonType, comparisonMethod: method, compareValue } = node;
  const source = sourceTitle(catalogue, type);
  if (name === null) return { text: source, missing: texts.notChosen(texts.attribute) };
  const attribute = attributeOf(catalogue, type, name);
  const about = `${source}: ${attribute?.title ?? texts.unknown(name)}`;
  if (method === null) return { text: about, missing: texts.notChosen(texts.comparison) };
  const compared = `${about} ${methodOf(catalogue, comparisonType, method)?.title ?? texts.unknown(method)}`;
  if (!takesValue(comparisonType, method)) return { text: compared, missing: null };
  if (isValueMissing(method, compareValue)) return { text: compared, missing: texts.notEntered };
  return { text: `${compared} ${valueWords(compareValue, method, attribute?.values)}`, missing: null };
}

/** The title of a data source; of one that is not in the catalogue, its name. */
export function sourceTitle({ sources }: Catalogue, type: string | null): string {
  if (type === null) return texts.notChosen(texts.kind);
  return ownValue(sources, type) || texts.unknown(type);
}

function valueWords(value: CompareValue, method: string, listed: Attribute['values'] = []): string {
  const unlisted = (text: string) => (listed.length > 0 ? texts.unknown(text) : text);
  const words = valuesOf(value)
    .map(String)
    .map(text => listed.find(({ id }) => id === text)?.name ?? unlisted(text));
  return words.join(method === 'between' ? ` ${texts.and} ` : ', ');
}

type RowWordsProps = NodeWords & {
  isGroup: boolean;
  /** What is wrong with the node, in words; '' where nothing is. */
  warning: string;
};

/** What a line says: the node in words, what is not chosen yet, and a mark where something is wrong. */
export function RowWords({ text, missing, warning, isGroup }: RowWordsProps) {
  return (
    <>
      <span className={classNames(styles.words, isGroup && styles.group)}>
        <span>{text && missing ? `${text} · ` : text}</span>
        {missing && <span className={styles.missing}>{missing}</span>}
      </span>
      {warning && (
        <span className={styles.mark} title={warning}>
          <TriangleAlert size={20} />
          <span className="visually-hidden">{`. ${warning}`}</span>
        </span>
      )}
    </>
  );
}

/** What is wrong with nodes, in words, by `pathKey`. */
export type NodeWarnings = ReadonlyMap<string, string>;

/** The line of such a node says so by itself. */
const SHOWN_BY_LINE: readonly WarningName[] = [
  'typeMissing',
  'attributeMissing',
  'methodMissing',
  'valueMissing',
  'emptyGroup',
];

/** The warnings of the edited policy, a moment after what they warn of: typing never waits for them. */
export function useNodeWarnings(): NodeWarnings {
  const { policy, catalogue } = useEditing();
  const [warnings, setWarnings] = useState(() => readWarnings(policy, catalogue));
  useEffect(() => {
    function* inOneStep() {
      yield setWarnings(readWarnings(policy, catalogue));
    }
    return whenIdle(inOneStep());
  }, [policy, catalogue]);
  return warnings;
}

/** The last reading: every tree of the screen asks for the same, and the same again is the same map. */
let last: { policy: Policy; catalogue: Catalogue; warnings: NodeWarnings } | null = null;

function readWarnings(policy: Policy, catalogue: Catalogue): NodeWarnings {
  if (last?.policy === policy && last.catalogue === catalogue) return last.warnings;
  const read = byNode(warningsOf(policy, catalogue));
  const warnings = last && isSame(last.warnings, read) ? last.warnings : read;
  last = { policy, catalogue, warnings };
  return warnings;
}

function byNode(warnings: readonly Warning[]): NodeWarnings {
  const found = new Map<string, string>();
  for (const warning of warnings) {
    if (!warning.path || SHOWN_BY_LINE.includes(warning.name)) continue;
    const key = pathKey(warning.path);
    const before = found.get(key);
    found.set(key, before ? `${before}. ${warningWords(warning)}` : warningWords(warning));
  }
  return found;
}

function isSame(one: NodeWarnings, other: NodeWarnings): boolean {
  return one.size === other.size && [...one].every(([key, words]) => other.get(key) === words);
}
