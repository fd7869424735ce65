import { useMemo, useState } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { download, type Download as SavedFile } from '#ui/download.ts';
import { Copy, Download } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import { useEditing } from '../../editing.ts';
import { useSettledPolicy } from '../use-settled-policy.ts';
import { ImportForm } from './import-form.tsx';
import styles from './json.module.css';
import { texts } from './texts.ts';

/** The policy as it is sent, and the way in for another one. */
export function JsonView() {
  const { policy } = useEditing();
  const shown = useSettledPolicy();
  const text = useMemo(() => textOf(shown), [shown]);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () =>
    setAnnouncement((await copyText(textOf(policy))) === 'copied' ? texts.copied : texts.notCopied);
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.now}>
        <h3>{texts.now}</h3>
        <p className={styles.hint}>{texts.hint}</p>
        <div className={styles.buttons}>
          <Button icon={<Copy size={20} />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button icon={<Download size={20} />} onClick={() => download(fileOf(policy))}>
            {texts.download}
          </Button>
        </div>
        <p role="status" className={styles.hint}>
          {announcement}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      </section>
      <ImportForm />
    </div>
  );
}

function textOf(policy: Policy): string {
  return JSON.stringify(policy, null, 2);
}

function fileOf(policy: Policy): SavedFile {
  return { text: textOf(policy), name: `policy-${policy.id}.json`, type: 'application/json' };
}
