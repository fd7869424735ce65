import { useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { type Client, replaceClientSecret } from '#contract/credentials.ts';
import { isKnownNotApplied, useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { texts } from './texts.ts';

type ReplaceSecretDialogProps = {
  client: Client;
  clients: CredentialList<Client[]>;
  /** With its new secret. */
  onReplaced: (client: Client) => void;
  /** It was deleted meanwhile. */
  onGone: () => void;
  onClose: () => void;
};

/** Asks before a client's secret is replaced. What went wrong stays in the question: asking again does no harm. */
export function ReplaceSecretDialog(props: ReplaceSecretDialogProps) {
  const { client, clients, onClose } = props;
  const blocked = blockedBecause(useBlockedReason());
  const [isReplacing, setReplacing] = useState(false);
  const [problem, setProblem] = useState('');
  const replace = useAction(replaceClientSecret);
  const explain = async (why: Problem) => {
    if (why.status !== 404) return setProblem(failureText(why));
    const listed = await clients.refetch();
    if (listed.ok && !listed.value.some(({ id }) => id === client.id)) return props.onGone();
    setProblem(texts.replaceNotOffered);
  };
  const handleConfirm = async () => {
    if (blocked !== undefined || isReplacing) return;
    setReplacing(true);
    setProblem('');
    const answer = await replace({ client: client.id });
    if (answer.ok) return props.onReplaced(answer.value);
    await explain(answer.problem);
    setReplacing(false);
  };
  return (
    <ConfirmDialog
      open
      title={texts.askReplace(client.name)}
      kind="danger"
      confirmLabel={texts.replaceSecret}
      busy={isReplacing}
      problem={problem || blocked}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p>{texts.replaceWhy}</p>
    </ConfirmDialog>
  );
}

function failureText(problem: Problem): string {
  return isKnownNotApplied(problem) ? whyNotDone(problem) : texts.replaceUnknown(whyUnknown(problem));
}
