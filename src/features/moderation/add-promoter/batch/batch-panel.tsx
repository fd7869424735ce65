import { useEffect, useId, useState } from 'react';
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
import { Spinner } from '#ui/spinner.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import type { NewAccounts } from '../cards/use-new-accounts.ts';
import { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { BatchControls } from './batch-controls.tsx';
import { canEdit, type Row } from './batch-rows.ts';
import { type ParsedList, type PastedPerson, parseList, ROWS_MAX } from './parse-list.ts';
import type { Batch } from './use-batch.ts';
import { useBatch } from './use-batch.ts';

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
        onParsed={people => {
          batch.load(people);
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
          <li key={row.key} className={styles.row}>
            <RowDetails row={row} rowProblem={rowProblems.get(row.key) ?? ''} />
            {canEdit(row) && (
              <Actions
                row={row}
                onEdit={() => setEditedKey(row.key)}
                onRemove={() => batch.remove(row.key)}
              />
            )}
          </li>
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

function RowDetails({ row, rowProblem }: { row: Row; rowProblem: string }) {
  const { line, name, email, isGenerated } = row;
  return (
    <>
      <span className={styles.line}>{line}</span>
      <span className={styles.who}>
        <span className={styles.name}>{name || words.unnamed}</span>
        <span className={styles.email}>{email}</span>
        <span className={styles.email}>{isGenerated ? words.passwordGenerated : words.passwordGiven}</span>
      </span>
      <RowStateChip appearance={rowProblem === '' ? row.state : 'wrong'} why={rowProblem || row.reason} />
    </>
  );
}

type Appearance = keyof typeof words.states;

const TONES: Record<Appearance, Tone> = {
  waits: 'neutral',
  sending: 'info',
  done: 'ok',
  failed: 'err',
  unknown: 'warn',
  wrong: 'err',
};

const ICONS: Record<Appearance, typeof Clock | typeof Spinner> = {
  waits: Clock,
  sending: Spinner,
  done: Check,
  failed: CircleAlert,
  unknown: SearchCheck,
  wrong: CircleAlert,
};

function RowStateChip({ appearance, why }: { appearance: Appearance; why: string }) {
  const Icon = ICONS[appearance];
  return (
    <span className={styles.state}>
      <Chip tone={TONES[appearance]} icon={<Icon size={16} />}>
        {words.states[appearance]}
      </Chip>
      {why !== '' && <span className={styles.why}>{why}</span>}
    </span>
  );
}

type ActionsProps = { row: Row; onEdit: () => void; onRemove: () => void };

function Actions({ row, onEdit, onRemove }: ActionsProps) {
  const name = row.name || words.editTitle(row.line);
  return (
    <span className={styles.actions}>
      <IconButton label={words.edit(name)} icon={<Pencil size={20} />} onClick={onEdit} />
      <IconButton label={words.remove(name)} icon={<Trash2 size={20} />} onClick={onRemove} />
    </span>
  );
}

type EditRowProps = { row: Row; onEdited: (account: Account) => void; onClose: () => void };

/** One row of the list to be put right; what is wrong with it is said at once. */
function EditRow({ row, onEdited, onClose }: EditRowProps) {
  const { name, email, password } = row;
  const form = useForm(Account, { values: { name, email, password } });
  const formId = useId();
  const { trigger } = form;
  useEffect(() => {
    void trigger();
  }, [trigger]);
  const submit = form.submit(async account => success(account), onEdited);
  return (
    <Dialog
      open
      title={texts.batch.editTitle(row.line)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" form={formId} kind="primary">
            {texts.batch.ready}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.edit} noValidate onSubmit={submit}>
        <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
        {row.reason !== '' && <p className={styles.why}>{row.reason}</p>}
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
  onText: (text: string) => void;
  onParsed: (people: readonly PastedPerson[]) => void;
};

/** Where a list is pasted. What cannot be taken stays, to be divided or put right. */
function PasteBox({ text, onText, onParsed }: PasteBoxProps) {
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
