import { useId } from 'react';
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
import { keepBoth, readTwins, type TwinView } from './offline/twins.ts';
import styles from './outbox.module.css';
import { refusalText } from './refusal-text.ts';
import { sharedWords } from './share.ts';
import { texts } from './texts.ts';

/** What is on the server twice though it was saved once, and what can be done about it. */
export function TwinGroup() {
  const titleId = useId();
  const twins = useLocal(readTwins, []);
  if (!twins || twins.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{`${texts.twinsTitle} (${twins.length})`}</h2>
      <p className={styles.meta}>{texts.twinsWhy}</p>
      <ul className={styles.rows}>
        {twins.map(view => (
          <li key={`${view.noun} ${view.own.id} ${view.twin.id}`} className={styles.twin}>
            <DefinitionList
              rows={[
                { term: texts.ownThing, value: wordsOf(view)[0] },
                { term: texts.twinThing, value: wordsOf(view)[1] },
              ]}
            />
            {view.noun === 'contact' ? <ContactAnswers view={view} /> : <OrderAnswers view={view} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(view: TwinView): [own: string, twin: string] {
  if (view.noun === 'contact') return [contactWords(view.own), contactWords(view.twin)];
  const { own, twin } = view;
  return [`${own.fullcode}: ${requestWords(own)}`, `${twin.fullcode}: ${requestWords(twin)}`];
}

/** Remembers that the user has seen it and wants both. */
function useKeepBoth({ noun, own, twin }: TwinView): () => void {
  const { db } = useDevice();
  const ownerKey = useLocal(async context => context.ownerKey, []);
  return () => {
    if (ownerKey) void keepBoth({ db, ownerKey }, { noun, ownId: own.id, twinId: twin.id });
  };
}

function ContactAnswers({ view }: { view: TwinView & { noun: 'contact' } }) {
  const { enqueue } = useCommand();
  const keep = useKeepBoth(view);
  const { id, first_name, last_name } = view.twin;
  const handleDelete = async () => {
    const name = `${first_name} ${last_name}`.trim();
    const payload = { contact: String(id), name };
    const saved = await enqueue({ id: newId(), kind: 'contact.delete', payload });
    if (saved.ok) notify({ title: texts.twinDeleted, message: name });
    else notify({ type: 'warning', title: texts.twinNotDeleted, message: refusalText(saved.problem) });
  };
  return (
    <div className={styles.actions}>
      <Button icon={<Trash2 size={20} />} onClick={() => void handleDelete()}>
        {texts.deleteTwin}
      </Button>
      <Button onClick={keep}>{texts.keepBoth}</Button>
    </div>
  );
}

function OrderAnswers({ view }: { view: TwinView & { noun: 'order' } }) {
  const keep = useKeepBoth(view);
  const handleShare = async () => {
    const text = texts.twinOrderText(view.own.fullcode, view.twin.fullcode);
    const message = sharedWords(await shareText(texts.twinsTitle, text));
    if (message) notify({ title: texts.twinsTitle, message });
  };
  return (
    <>
      <p className={styles.fact}>
        <TriangleAlert size={20} />
        {texts.twinOrderWhy}
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
