import { useId } from 'react';
import { fullName } from '#contract/contact-fields.ts';
import { newId } from '#kit/ids.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { Share2, Trash2 } from '#ui/icons-of-screens.ts';
import { shareText } from '#ui/share-text.ts';
import { notify } from '#ui/toast.tsx';
import { contactWords, requestWords } from './offline/candidates.ts';
import { type DuplicateView, keepBoth, readDuplicates } from './offline/duplicates.ts';
import styles from './outbox.module.css';
import { refusalText } from './refusal-text.ts';
import { sharedWords } from './share.ts';
import { texts } from './texts.ts';

/** What is on the server twice though it was saved once, and what can be done about it. */
export function DuplicateGroup() {
  const titleId = useId();
  const duplicates = useLocal(readDuplicates, []);
  if (!duplicates || duplicates.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{`${texts.duplicatesTitle} (${duplicates.length})`}</h2>
      <p className={styles.meta}>{texts.duplicatesWhy}</p>
      <ul className={styles.rows}>
        {duplicates.map(view => (
          <li key={`${view.noun} ${view.own.id} ${view.duplicate.id}`} className={styles.duplicate}>
            <DefinitionList
              rows={[
                { term: texts.ownThing, value: wordsOf(view)[0] },
                { term: texts.duplicateThing, value: wordsOf(view)[1] },
              ]}
            />
            {view.noun === 'contact' ? <ContactAnswers view={view} /> : <OrderAnswers view={view} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(view: DuplicateView): [own: string, other: string] {
  if (view.noun === 'contact') return [contactWords(view.own), contactWords(view.duplicate)];
  const { own, duplicate } = view;
  return [`${own.fullcode}: ${requestWords(own)}`, `${duplicate.fullcode}: ${requestWords(duplicate)}`];
}

/** Remembers that the user has seen it and wants both. */
function useKeepBoth({ noun, own, duplicate }: DuplicateView): () => void {
  const { db } = useDevice();
  const ownerKey = useLocal(async context => context.ownerKey, []);
  return () => {
    if (ownerKey) void keepBoth({ db, ownerKey }, { noun, ownId: own.id, twinId: duplicate.id });
  };
}

function ContactAnswers({ view }: { view: DuplicateView & { noun: 'contact' } }) {
  const { enqueue } = useCommand();
  const keep = useKeepBoth(view);
  const { duplicate } = view;
  const handleDelete = async () => {
    const name = fullName(duplicate);
    const payload = { contact: String(duplicate.id), name };
    const saved = await enqueue({ id: newId(), kind: 'contact.delete', payload });
    if (saved.ok) notify({ title: texts.duplicateDeleted, message: name });
    else notify({ type: 'warning', title: texts.duplicateNotDeleted, message: refusalText(saved.problem) });
  };
  return (
    <div className={styles.actions}>
      <Button icon={<Trash2 size={20} />} onClick={() => void handleDelete()}>
        {texts.deleteDuplicate}
      </Button>
      <Button onClick={keep}>{texts.keepBoth}</Button>
    </div>
  );
}

function OrderAnswers({ view }: { view: DuplicateView & { noun: 'order' } }) {
  const keep = useKeepBoth(view);
  const handleShare = async () => {
    const text = texts.duplicateOrderText(view.own.fullcode, view.duplicate.fullcode);
    const message = sharedWords(await shareText(texts.duplicatesTitle, text));
    if (message) notify({ title: texts.duplicatesTitle, message });
  };
  return (
    <>
      <p className={styles.fact}>
        <TriangleAlert size={20} />
        {texts.duplicateOrderWhy}
      </p>
      <div className={styles.actions}>
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
        <Button onClick={keep}>{texts.understood}</Button>
      </div>
    </>
  );
}
