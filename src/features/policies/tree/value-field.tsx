import { useState } from 'react';
import { attributeOf, methodOf } from '#domain/policy/catalogue.ts';
import { setValue } from '#domain/policy/edits/nodes.ts';
import { isValueMissing, valuesOf } from '#domain/policy/evaluation/compare-value.ts';
import { readMoment } from '#domain/policy/evaluation/moment.ts';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import type { CompareValue, ConditionNode } from '#domain/policy/policy.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField, type TextFieldProps } from '#ui/form/text-field.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { useEditing, useTyped } from '../editing.ts';
import styles from './node-fields.module.css';
import { texts } from './texts.ts';

type ValueFieldProps = { node: ConditionNode; path: NodePath };

type Given = { node: ConditionNode; set: (value: CompareValue) => void };

/** What an attribute is compared with: one of a list or several, a day and time, two ends, or free text. */
export function ValueField({ node, path }: ValueFieldProps) {
  const { catalogue, edit } = useEditing();
  const set = (value: CompareValue) =>
    edit(policy => setValue(policy, path, value, catalogue), `value of ${pathKey(path)}`);
  const isMultiple = methodOf(catalogue, node.comparisonType, node.comparisonMethod)?.multiple ?? false;
  const hasList = (attributeOf(catalogue, node.type, node.attribute)?.values.length ?? 0) > 0;
  const given = { node, set };
  if (node.comparisonType === 'list' && hasList)
    return isMultiple ? <Several {...given} /> : <OneOf {...given} />;
  if (node.comparisonMethod === 'between') return <Between {...given} />;
  return isMultiple ? <FreeLines {...given} /> : <FreeText {...given} />;
}

function useListed({ type, attribute, compareValue }: ConditionNode) {
  const { catalogue } = useEditing();
  const listed = attributeOf(catalogue, type, attribute)?.values ?? [];
  const chosen = valuesOf(compareValue).map(String);
  return { chosen, options: withUnknown(listed, chosen) };
}

function OneOf({ node, set }: Given) {
  const { chosen, options } = useListed(node);
  return (
    <SelectField
      label={texts.labels.value}
      options={options}
      value={chosen[0] ?? ''}
      onChange={({ target }) => set(target.value || null)}
    />
  );
}

function Several({ node, set }: Given) {
  const { chosen, options } = useListed(node);
  return (
    <CheckList
      label={texts.labels.values}
      options={options}
      value={chosen}
      onChange={ids => set(ids.length > 0 ? ids : null)}
    />
  );
}

function FreeText({ node, set }: Given) {
  const [text = ''] = valuesOf(node.compareValue).map(String);
  return (
    <OneText
      label={texts.labels.value}
      isMoment={node.comparisonType === 'datetime'}
      value={text}
      onText={typed => set(typed || null)}
    />
  );
}

function Between({ node, set }: Given) {
  const [from = '', to = ''] = valuesOf(node.compareValue).map(String);
  const isMoment = node.comparisonType === 'datetime';
  const setBoth = (ends: readonly [string, string]) => set(ends.some(end => end !== '') ? ends : null);
  return (
    <div className={styles.pair}>
      <OneText
        label={texts.labels.from}
        isMoment={isMoment}
        value={from}
        onText={typed => setBoth([typed, to])}
      />
      <OneText
        label={texts.labels.to}
        isMoment={isMoment}
        value={to}
        onText={typed => setBoth([from, typed])}
      />
    </div>
  );
}

/** A method of another server that takes several values of no list. */
function FreeLines({ node, set }: Given) {
  const method = node.comparisonMethod ?? '';
  // An empty last line is one that is about to be typed: what is stored has none.
  const [typed, setTyped] = useState(() => valuesOf(node.compareValue).map(String).join('\n'));
  const stored = valuesOf(node.compareValue).map(String).join('\n');
  const change = (text: string) => {
    setTyped(text);
    const lines = linesOf(text);
    set(isValueMissing(method, lines) ? null : lines);
  };
  return (
    <TextArea
      label={texts.labels.values}
      hint={texts.linesHint}
      autoComplete="off"
      spellCheck={false}
      value={linesOf(typed).join('\n') === stored ? typed : stored}
      onChange={({ target }) => change(target.value)}
    />
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line !== '');
}

type OneTextProps = Pick<TextFieldProps, 'label'> & {
  isMoment: boolean;
  value: string;
  onText: (text: string) => void;
};

/** A line of text; of a day or time it says how it is written, and once it is left, whether it was. */
function OneText({ label, isMoment, value, onText }: OneTextProps) {
  const [isTyping, setTyping] = useState(false);
  const typed = useTyped(value, onText);
  const isWrong = isMoment && !isTyping && typed.value !== '' && !readMoment(typed.value);
  return (
    <TextField
      label={label}
      {...typed}
      hint={isMoment ? texts.datetimeHint : undefined}
      error={isWrong ? texts.datetimeWrong : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
    />
  );
}

type Option = { id: string; name: string };

/** The options, and behind them what is chosen but not among them: another server's names are shown, not lost. */
export function withUnknown(options: readonly Option[], chosen: readonly (string | null)[]): Option[] {
  const known = new Set(options.map(({ id }) => id));
  const strange = [...new Set(chosen)].filter(id => id !== null && id !== '' && !known.has(id));
  return [...options, ...strange.map(id => ({ id: id ?? '', name: texts.unknown(id ?? '') }))];
}
