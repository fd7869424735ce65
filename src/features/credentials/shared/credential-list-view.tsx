import { answerKindOf, type Problem } from '#api/problem.ts';
import type { Elements } from '#ui/elements.ts';
import { RemoteFailure, type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import { texts } from './texts.ts';

type CredentialListViewProps<List> = {
  remote: RemoteReading<List>;
  children: (value: List) => Elements;
};

/** One panel's list. What the server refuses or does not have is this panel's alone: the others live. */
export function CredentialListView<List>({ remote, children }: CredentialListViewProps<List>) {
  const { problem, value } = remote;
  // Old servers say in HTML that they have no such calls.
  if (problem?.status === 404 && value === undefined) return <p>{texts.notOffered}</p>;
  return (
    <RemoteView remote={remote} refused={problem && <Refused remote={remote} problem={problem} />}>
      {children}
    </RemoteView>
  );
}

function Refused(props: { remote: RemoteReading<unknown>; problem: Problem }) {
  const kind = answerKindOf(props.problem);
  if (kind === 'gone') return <p>{texts.notOffered}</p>;
  return kind === 'forbidden' ? <p>{texts.forbidden}</p> : <RemoteFailure {...props} />;
}
