import { type ChangeEvent, type DragEvent, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { BookUser } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { canPickContacts, pickContacts } from '../form/device-contacts.ts';
import { type Finding, findInFiles, findInText } from './find-people.ts';
import styles from './import.module.css';
import { texts } from './texts.ts';

type Find = (onRead: (count: number) => void) => Promise<Finding>;

/** Some systems know the ending, others one of the media types. */
const VCARD_FILES = '.vcf,.vcard,text/vcard,text/x-vcard,text/directory';

export type ChooseSourceProps = {
  onFind: (find: Find) => void;
  /** What was pasted; it stays when the user comes back from the preview. */
  text: string;
  onText: (text: string) => void;
};

/** Where people are taken from: a file, the phone's own book where the browser offers it, a text. */
export function ChooseSource({ onFind, text, onText }: ChooseSourceProps) {
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
          {texts.fromPhone}
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
        <Button wide onClick={() => onFind(onRead => findInText(text, onRead))}>
          {texts.showPeople}
        </Button>
      </Panel>
    </>
  );
}

function FromFile({ onFind }: { onFind: (find: Find) => void }) {
  const [isOver, setOver] = useState(false);
  const read = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFind(onRead => findInFiles(chosen, onRead));
  };
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    read(target.files);
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
        {texts.chooseFile}
        <input type="file" accept={VCARD_FILES} multiple onChange={handleChange} />
      </label>
      <p className={styles.drop}>{texts.dropHere}</p>
    </Panel>
  );
}

async function findOnPhone(): Promise<Finding> {
  const picked = await pickContacts(true);
  if (picked === null) return { found: [], refusals: [texts.pickFailed] };
  const found = picked.map(({ name, phones }) => ({
    first: name,
    last: '',
    organisation: '',
    note: '',
    phones,
    isWhole: true,
  }));
  return { found, refusals: [] };
}
