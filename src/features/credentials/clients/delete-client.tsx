import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { type Client, deleteClient } from '#contract/credentials.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { mayHaveHappened } from '../shared/doubt.ts';
import type { OwnList } from '../shared/use-own-list.ts';
import styles from './clients.module.css';
import { texts } from './texts.ts';

export type DeleteClientProps = {
  client: Client;
  clients: OwnList<Client[]>;
  /** It is not there any more. */
  onGone: () => void;
  onClose: () => void;
};

/** Asks before a client is deleted. What could not be done stays in the question. */
export function DeleteClient({ client, clients, onGone, onClose }: DeleteClientProps) {
  const remove = useAction(deleteClient);
  const blocked = blockedBecause(useObstacle());
  const [busy, setBusy] = useState(false);
  const isRemoving = useRef(false);
  const [problem, setProblem] = useState('');
  const leave = (message: string) => {
    notify({ type: 'success', title: texts.clientOf(client.name), message });
    onGone();
    onClose();
  };
  const fail = async (why: Problem) => {
    const isMissing = why.status === 404;
    if (!isMissing && !mayHaveHappened(why)) return setProblem(why.message || texts.removeFailed);
    // Whether it is gone stands in the list, however the answer looked: Passport's is an empty one.
    const listed = await clients.readAgain();
    if (!listed.ok) return setProblem(texts.removeUnknown);
    if (listed.value.some(({ id }) => id === client.id))
      return setProblem(isMissing ? texts.removeFailed : texts.removeNot);
    leave(isMissing ? texts.removedAlready : texts.removed);
  };
  const handleConfirm = async () => {
    if (blocked !== undefined || isRemoving.current) return;
    isRemoving.current = true;
    setBusy(true);
    setProblem('');
    const answer = await remove({ client: client.id });
    if (answer.ok) leave(texts.removed);
    else await fail(answer.problem);
    setBusy(false);
    isRemoving.current = false;
  };
  return (
    <ConfirmDialog
      open
      title={texts.askRemove(client.name)}
      confirmLabel={uiTexts.remove}
      kind="danger"
      typed={texts.removeWord}
      busy={busy}
      problem={problem || blocked}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p className={styles.question}>{texts.removeWhy}</p>
    </ConfirmDialog>
  );
}
