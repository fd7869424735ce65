import { paths } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { FileInput } from '#ui/icons.ts';
import styles from '../contacts.module.css';
import { texts } from '../texts.ts';

/** The way to the import: an icon where there is little room, a word on a wide screen; `large` beside an empty list. */
export function ContactImportLink({ large = false }: { large?: boolean }) {
  return large ? (
    <LinkButton to={paths.contactImport} size="large" icon={<FileInput size={20} />}>
      {texts.importTitle}
    </LinkButton>
  ) : (
    <LinkButton
      to={paths.contactImport}
      className={styles.importLink}
      icon={<FileInput size={20} />}
      aria-label={texts.importTitle}
      title={texts.importTitle}
    >
      <span className={styles.importWord}>{texts.importShort}</span>
    </LinkButton>
  );
}
