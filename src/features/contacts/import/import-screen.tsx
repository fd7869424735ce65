import { type DragEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useSyncSummary } from '#state/sync.ts';
import { Button, buttonClass, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { CircleCheck } from '#ui/icons.ts';
import { BookUser } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { canPickContacts, pickContacts } from '../pick-contacts.ts';
import { texts as contactTexts } from '../texts.ts';
import { type Finding, findInFiles, findInText, foundByName } from './find-people.ts';
import styles from './import.module.css';
import { PeopleFound } from './people-found.tsx';
import { texts } from './texts.ts';
import { UnknownColumns } from './unknown-columns.tsx';
import { type Import, useImport } from './use-import.ts';

/** Brings people from a file, a text or the phone's own book into this one; works without a network. */
export function ContactImportScreen() {
  const progress = useImport();
  const { stage, problems } = progress;
  useAskForPhone(progress);
  const [text, setText] = useState('');
  const page = useFocusOnChange(stage.name);
  return (
    <div ref={page} className={styles.page} tabIndex={-1}>
      <ProblemLine>
        {problems.length > 0 && (
          <ul>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </ProblemLine>
      {stage.name === 'choosing' && <ChooseSource onFind={progress.find} text={text} onText={setText} />}
      {stage.name === 'asking' && <UnknownColumns {...stage} />}
      {stage.name === 'previewing' && <PeopleFound progress={progress} />}
      <UnderWay progress={progress} />
      {stage.name === 'done' && <Done progress={progress} />}
    </div>
  );
}

/** In the history's state: the phone's own book was asked for by the tap that led here. */
export type ImportState = { isFromPhone: true };

/** Opens the phone's own book at once, while the browser still knows of the tap. */
function useAskForPhone({ find }: Import) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { isFromPhone } = Object(state) as Partial<ImportState>; // history state is untyped
  const ask = useEffectEvent(() => {
    // Coming here again asks nobody.
    navigate('.', { replace: true });
    void find(findOnPhone);
  });
  useEffect(() => {
    if (isFromPhone) ask();
  }, [isFromPhone]);
}

/** What was pressed is gone with its stage: reading and Tab go on from the top of the next one. */
function useFocusOnChange(stage: string) {
  const page = useRef<HTMLDivElement>(null);
  const seen = useRef(stage);
  useLayoutEffect(() => {
    if (seen.current !== stage) page.current?.focus();
    seen.current = stage;
  }, [stage]);
  return page;
}

/** Reading and adding, each with how far it is; the region stays, so that readers hear it. */
function UnderWay({ progress: { stage, stop } }: { progress: Import }) {
  const isAdding = stage.name === 'adding';
  return (
    <>
      <div role="status">
        {stage.name === 'reading' && (
          <p className={styles.underWay}>
            {stage.count === 0 ? texts.reading : texts.readingCount(stage.count)}
          </p>
        )}
        {isAdding && <p className={styles.underWay}>{texts.progress(stage.done, stage.total)}</p>}
      </div>
      {stage.name === 'reading' && stage.share !== undefined && (
        <progress className={styles.progress} aria-label={texts.reading} value={stage.share} />
      )}
      {isAdding && <Adding done={stage.done} total={stage.total} onStop={stop} />}
    </>
  );
}

function Adding({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  useOpenFormMark();
  return (
    <>
      <progress className={styles.progress} aria-label={texts.adding} value={done} max={total} />
      <Button onClick={onStop}>{texts.stop}</Button>
    </>
  );
}

function Done({ progress: { stage, people, goTo } }: { progress: Import }) {
  const { reachable } = useSyncSummary();
  if (stage.name !== 'done') return null;
  const sentences = [
    ...(stage.created > 0 || stage.extended === 0 ? [texts.done(stage.created)] : []),
    ...(stage.extended > 0 ? [texts.doneExtended(stage.extended)] : []),
    texts.savedHere,
    ...(reachable ? [] : [uiTexts.sendLater]),
  ];
  return (
    <EmptyState
      icon={<CircleCheck size={40} />}
      action={
        <div className={styles.ways}>
          <LinkButton to={paths.contacts} kind="primary" size="large" wide>
            {contactTexts.toList}
          </LinkButton>
          {people.length > 0 && (
            <Button wide onClick={() => goTo('previewing')}>
              {texts.rest(people.length)}
            </Button>
          )}
          <Button wide onClick={() => goTo('choosing')}>
            {texts.more}
          </Button>
        </div>
      }
    >
      {`${sentences.join('. ')}.`}
    </EmptyState>
  );
}

/** Some systems know the ending, others one of the media types. */
const FILES =
  '.vcf,.vcard,.csv,.ldif,.txt,text/vcard,text/x-vcard,text/directory,text/csv,text/plain,text/comma-separated-values';

type ChooseSourceProps = {
  onFind: Import['find'];
  /** What was pasted; it stays when the user comes back from the preview. */
  text: string;
  onText: (text: string) => void;
};

/** Where people are taken from: a file, the phone's own book where the browser offers it, a text. */
function ChooseSource({ onFind, text, onText }: ChooseSourceProps) {
  return (
    <>
      <FromFile onFind={onFind} />
      {canPickContacts() && (
        <Button
          size="large"
          wide
          icon={<BookUser size={20} />}
          onClick={() => onFind(findOnPhone)} // in answer to the tap itself, or the phone refuses
        >
          {contactTexts.fromPhone}
        </Button>
      )}
      <Panel>
        <h2>{texts.fromText}</h2>
        <TextArea
          label={texts.pasteLabel}
          hint={texts.pasteExample}
          rows={5}
          value={text}
          autoComplete="off"
          onChange={event => onText(event.target.value)}
        />
        <Button wide onClick={() => onFind(search => findInText(text, search))}>
          {texts.showPeople}
        </Button>
      </Panel>
    </>
  );
}

function FromFile({ onFind }: Pick<ChooseSourceProps, 'onFind'>) {
  const [isOver, setOver] = useState(false);
  const read = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFind(search => findInFiles(chosen, search));
  };
  const handleDrag = (event: DragEvent) => {
    // Without this the browser would open the file instead of the app.
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') read(event.dataTransfer.files);
  };
  return (
    <Panel
      className={isOver ? styles.over : undefined}
      aria-label={texts.fromFile}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      <h2>{texts.fromFile}</h2>
      <p className={styles.hint}>{texts.fileHint}</p>
      <label className={classNames(buttonClass('primary', 'large'), styles.file)}>
        <span>{texts.chooseFile}</span>
        <input type="file" accept={FILES} multiple onChange={event => read(event.target.files)} />
      </label>
      <p className={styles.drop}>{texts.dropHere}</p>
    </Panel>
  );
}

async function findOnPhone(): Promise<Finding> {
  const picked = await pickContacts(true);
  if (picked === null) return { found: [], refusals: [texts.pickFailed] };
  return { found: picked.map(({ name, phones }) => foundByName(name, phones)), refusals: [] };
}
