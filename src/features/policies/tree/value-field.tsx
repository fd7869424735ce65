import { useState } from 'react';
import { attributeOf, methodOf } from '#domain/policy/catalogue.ts';
import { setValue } from '#domain/policy/edits/nodes.ts';
import { isValueMissing, valuesOf } from '#domain/policy/evaluation/claim.ts';
import { readMoment } from '#domain/policy/evaluation/moment.ts';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import type { CompareValue, ConditionNode } from '#domain/policy/policy.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { CheckList } from '#ui/picker/check-list.tsx';
import { useEditing, useTyped } from '../editing.ts';
import styles from './node-fields.module.css';
import { texts } from './texts.ts';

/** What an attribute is compared with: one of a list or several, a day and time, two ends, or free text. */
export function ValueField({ node, path }: { node: ConditionNode; path: NodePath }) {
  const { catalogue, edit } = useEditing();
  const { type, attribute, comparisonType, comparisonMethod: method } = node;
  const isMultiple = methodOf(catalogue, comparisonType, method)?.multiple ?? false;
  const listed = attributeOf(catalogue, type, attribute)?.values ?? [];
  const values = valuesOf(node.compareValue).map(String);
  const set = (value: CompareValue) =>
    edit(policy => setValue(policy, path, value, catalogue), `value of ${pathKey(path)}`);
  if (comparisonType === 'list' && listed.length > 0) {
    const options = withUnknown(listed, values);
    return isMultiple ? (
      <CheckList
        label={texts.labels.values}
        options={options}
        value={values}
        onChange={ids => set(ids.length > 0 ? ids : null)}
      />
    ) : (
      <SelectField
        label={texts.labels.value}
        options={options}
        value={values[0] ?? ''}
        onChange={({ target }) => set(target.value || null)}
      />
    );
  }
  const [first = '', second = ''] = values;
  const isMoment = comparisonType === 'datetime';
  if (method === 'between') {
    const setBoth = (...ends: string[]) => set(ends.some(end => end !== '') ? ends : null);
    const from = { value: first, onText: (text: string) => setBoth(text, second) };
    const to = { value: second, onText: (text: string) => setBoth(first, text) };
    return (
      <div className={styles.pair}>
        <OneText label={texts.labels.from} isMoment={isMoment} {...from} />
        <OneText label={texts.labels.to} isMoment={isMoment} {...to} />
      </div>
    );
  }
  if (isMultiple) return <FreeLines method={method ?? ''} values={values} set={set} />;
  return (
    <OneText
      label={texts.labels.value}
      isMoment={isMoment}
      value={first}
      onText={text => set(text || null)}
    />
  );
}

type FreeLinesProps = { method: string; values: readonly string[]; set: (value: CompareValue) => void };

/** A method of another server that takes several values of no list. */
function FreeLines({ method, values, set }: FreeLinesProps) {
  const stored = values.join('\n');
  // An empty last line is one that is about to be typed: what is stored has none.
  const [typed, setTyped] = useState(stored);
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

type OneTextProps = {
  label: string;
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
  const unknown = [...new Set(chosen)].filter(id => id !== null && id !== '' && !known.has(id));
  return [...options, ...unknown.map(id => ({ id: id ?? '', name: texts.unknown(id ?? '') }))];
}
