import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { download } from '#ui/download.ts';
import { Copy, Download } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import { useEditing } from '../../editing.ts';
import { ImportForm } from './import-form.tsx';
import styles from './json.module.css';
import { texts } from './texts.ts';

/** The policy as it is sent, and the way in for another one. */
export function JsonView() {
  const policy = useDeferredValue(useEditing().policy);
  const text = useMemo(() => JSON.stringify(policy, null, 2), [policy]);
  const [told, setTold] = useState('');
  const copy = async () => setTold((await copyText(text)) === 'copied' ? texts.copied : texts.notCopied);
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.now}>
        <h3>{texts.now}</h3>
        <p className={styles.hint}>{texts.hint}</p>
        <div className={styles.buttons}>
          <Button icon={<Copy size={20} />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button
            icon={<Download size={20} />}
            onClick={() => download({ text, name: `policy-${policy.id}.json`, type: 'application/json' })}
          >
            {texts.download}
          </Button>
        </div>
        <p role="status" className={styles.hint}>
          {told}
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
