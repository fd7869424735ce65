import { type Dispatch, type SetStateAction, useEffect, useId, useState } from 'react';
import { success } from '#kit/result.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { PasswordField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { CircleAlert, Clock, ListTodo, SearchCheck } from '#ui/icons.ts';
import { Check, Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { Dialog } from '#ui/modal.tsx';
import { Panel } from '#ui/panel.tsx';
import { ServerWords } from '#ui/remote/server-words.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import type { NewAccounts } from '../cards/use-new-accounts.ts';
import { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { BatchControls } from './batch-controls.tsx';
import { canEdit, type Row } from './batch-rows.ts';
import { ListFile } from './list-file.tsx';
import { type PastedPerson, parseList, ROWS_MAX } from './parse-list.ts';
import { type Batch, useBatch } from './use-batch.ts';

/** Many promoters at once: a list is pasted, looked through, and sent row after row. */
export function BatchPanel({ cards }: { cards: NewAccounts }) {
  const batch = useBatch(cards.add);
  const [text, setText] = useState('');
  useOpenFormMark(() => text.trim() !== '' || batch.counts.left > 0);
  if (batch.rows.length === 0) {
    return (
      <PasteBox
        text={text}
        onText={setText}
        onParsed={async people => {
          await batch.load(people);
          // It may hold passwords, and the rows have all of it now.
          setText('');
        }}
      />
    );
  }
  return (
    <div className={styles.batch}>
      <BatchControls batch={batch} cards={cards} />
      <BatchRowsView batch={batch} />
    </div>
  );
}

const words = texts.batch;

/** The rows of the list, each with its state, to be corrected or taken out. */
function BatchRowsView({ batch }: { batch: Batch }) {
  const { rows, rowProblems } = batch;
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const editedRow = rows.find(row => row.key === editedKey && canEdit(row));
  return (
    <>
      <ol className={styles.rows} aria-label={words.caption}>
        {rows.map(row => (
          <BatchRow
            key={row.key}
            row={row}
            rowProblem={rowProblems.get(row.key) ?? ''}
            onEdit={() => setEditedKey(row.key)}
            onRemove={() => batch.remove(row.key)}
          />
        ))}
      </ol>
      {editedRow && (
        <EditRow
          row={editedRow}
          onClose={() => setEditedKey(null)}
          onEdited={account => {
            batch.edit(editedRow.key, account);
            setEditedKey(null);
          }}
        />
      )}
    </>
  );
}

type BatchRowProps = { row: Row; rowProblem: string; onEdit: () => void; onRemove: () => void };

function BatchRow({ row, rowProblem, onEdit, onRemove }: BatchRowProps) {
  const { line, name, email, isGenerated, left } = row;
  const label = name || words.editTitle(line);
  const appearance = rowProblem === '' ? row.state : 'wrong';
  const why = rowProblem || row.reason;
  const [tone, Icon] = LOOKS[appearance];
  return (
    <li className={styles.row}>
      <span className={styles.line}>{line}</span>
      <span className={styles.who}>
        <span className={styles.name}>{name || words.unnamed}</span>
        <span className={styles.email}>{email}</span>
        <span className={styles.email}>{isGenerated ? words.passwordGenerated : words.passwordGiven}</span>
        {left !== '' && <span className={styles.email}>{words.left(left)}</span>}
      </span>
      <div className={styles.state}>
        <Chip tone={tone} icon={<Icon size={16} />}>
          {words.states[appearance]}
        </Chip>
        {why !== '' && (
          <div className={styles.why}>
            <ServerWords words={why} />
          </div>
        )}
      </div>
      {canEdit(row) && (
        <span className={styles.actions}>
          <IconButton label={words.edit(label)} icon={<Pencil size={20} />} onClick={onEdit} />
          <IconButton label={words.remove(label)} icon={<Trash2 size={20} />} onClick={onRemove} />
        </span>
      )}
    </li>
  );
}

const LOOKS: Record<keyof typeof words.states, readonly [Tone, typeof Clock | typeof Spinner]> = {
  waits: ['neutral', Clock],
  sending: ['info', Spinner],
  done: ['ok', Check],
  failed: ['err', CircleAlert],
  unknown: ['warn', SearchCheck],
  wrong: ['err', CircleAlert],
};

type EditRowProps = { row: Row; onEdited: (account: Account) => void; onClose: () => void };

/** One row of the list to be put right; what is wrong with it is said at once. */
function EditRow({ row, onEdited, onClose }: EditRowProps) {
  const { name, email, password } = row;
  const form = useForm(Account, { values: { name, email, password } });
  const formId = useId();
  const { trigger } = form;
  useEffect(() => void trigger(), [trigger]);
  const submit = form.submit(async account => success(account), onEdited);
  return (
    <Dialog
      open
      title={words.editTitle(row.line)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" form={formId} kind="primary">
            {words.ready}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.edit} noValidate onSubmit={submit}>
        <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
        {row.reason !== '' && (
          <div className={styles.why}>
            <ServerWords words={row.reason} />
          </div>
        )}
        <TextField {...form.field('name')} autoComplete="off" autoCapitalize="words" data-autofocus />
        <TextField
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} autoComplete="new-password" />
      </form>
    </Dialog>
  );
}

type PasteBoxProps = {
  text: string;
  onText: Dispatch<SetStateAction<string>>;
  onParsed: (people: readonly PastedPerson[]) => Promise<void>;
};

/** Where a list is pasted. What cannot be taken stays, to be divided or put right. */
function PasteBox({ text, onText, onParsed }: PasteBoxProps) {
  const [problem, setProblem] = useState('');
  const [isChecking, setChecking] = useState(false);
  const check = async (people: readonly PastedPerson[]) => {
    setChecking(true);
    await onParsed(people);
    setChecking(false);
  };
  const handleCheck = () => {
    const list = parseList(text);
    if (list.state === 'read') void check(list.people);
    else if (list.state === 'too-many') setProblem(words.tooMany(list.count, ROWS_MAX));
    else setProblem(list.state === 'too-long' ? words.tooLong : words.nothing);
  };
  return (
    <Panel className={styles.paste} aria-label={texts.batchMode}>
      <TextArea
        label={words.list}
        hint={words.hint}
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
      <ListFile
        onText={opened => {
          // What stands there already stays, also what was typed meanwhile.
          onText(before => [before.trimEnd(), opened].filter(Boolean).join('\n'));
          setProblem('');
        }}
        onProblem={setProblem}
      />
      <Button
        kind="primary"
        size="large"
        icon={<ListTodo size={20} />}
        busy={isChecking}
        focusableWhenDisabled
        onClick={handleCheck}
      >
        {words.check}
      </Button>
    </Panel>
  );
}
