import { useMemo, useState } from 'react';
import { type SummaryLine, summaryLines, summaryText } from '#domain/policy/words/summary-text.ts';
import { warningsOf } from '#domain/policy/words/warnings.ts';
import { Button } from '#ui/button.tsx';
import { Copy } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import { useEditing, useSettledPolicy } from '../../editing.ts';

import { texts } from './texts.ts';
import { WarningList } from './warning-list.tsx';
import styles from './words.module.css';

/** What the policy says, in words, and what of it is hardly meant. */
export function WordsView() {
  const { policy: newest, catalogue } = useEditing();
  const policy = useSettledPolicy();
  const lines = useMemo(() => summaryLines(policy, catalogue), [policy, catalogue]);
  const warnings = useMemo(() => warningsOf(policy, catalogue), [policy, catalogue]);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () => {
    const text = summaryText(newest, catalogue).join('\n');
    setAnnouncement((await copyText(text)) === 'copied' ? texts.copied : texts.notCopied);
  };
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.summary}>
        <h3>{texts.summary}</h3>
        <Lines lines={lines} />
        <Button className={styles.copy} icon={<Copy size={20} />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <p role="status" className={styles.announcement}>
          {announcement}
        </p>
      </section>
      <section className={styles.part} aria-label={texts.warnings}>
        <h3>{texts.warnings}</h3>
        <WarningList policy={policy} warnings={warnings} />
      </section>
    </div>
  );
}

type Branch = { text: string; index: number; below: readonly Branch[] };

/** Lines of deeper levels as lists in lists, so that readers hear what belongs together. */
function Lines({ lines }: { lines: readonly SummaryLine[] }) {
  return <Branches branches={branchesOf(lines)} />;
}

function Branches({ branches }: { branches: readonly Branch[] }) {
  return (
    <ul className={styles.lines}>
      {branches.map(({ text, index, below }) => (
        <li key={index}>
          {text}
          {below.length > 0 && <Branches branches={below} />}
        </li>
      ))}
    </ul>
  );
}

function branchesOf(lines: readonly SummaryLine[]): Branch[] {
  const roots: Branch[] = [];
  const open: { level: number; into: Branch[] }[] = [];
  for (const [index, { level, text }] of lines.entries()) {
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const below: Branch[] = [];
    (open.at(-1)?.into ?? roots).push({ text, index, below });
    open.push({ level, into: below });
  }
  return roots;
}
