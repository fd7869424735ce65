import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { ListTodo } from '#ui/icons.ts';
import { Panel } from '#ui/panel.tsx';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { type ParsedList, type PastedPerson, parseList, ROWS_MAX } from './parse-list.ts';

export type PasteBoxProps = {
  text: string;
  onText: (text: string) => void;
  onParsed: (people: readonly PastedPerson[]) => void;
};

/** Where a list is pasted. What cannot be taken stays, to be divided or put right. */
export function PasteBox({ text, onText, onParsed }: PasteBoxProps) {
  const [problem, setProblem] = useState('');
  const handleCheck = () => {
    const list = parseList(text);
    if (list.state === 'read') onParsed(list.people);
    else setProblem(problemOf(list));
  };
  return (
    <Panel className={styles.paste} aria-label={texts.batchMode}>
      <TextArea
        label={texts.batch.list}
        hint={texts.batch.hint}
        error={problem || undefined}
        rows={10}
        value={text}
        // The browser must not remember it: there may be passwords in it.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => {
          onText(event.target.value);
          setProblem('');
        }}
      />
      <div role="alert" className="visually-hidden">
        {problem}
      </div>
      <Button kind="primary" size="large" icon={<ListTodo size={20} />} onClick={handleCheck}>
        {texts.batch.check}
      </Button>
    </Panel>
  );
}

function problemOf(list: Exclude<ParsedList, { state: 'read' }>): string {
  if (list.state === 'too-many') return texts.batch.tooMany(list.count, ROWS_MAX);
  return list.state === 'too-long' ? texts.batch.tooLong : texts.batch.nothing;
}
