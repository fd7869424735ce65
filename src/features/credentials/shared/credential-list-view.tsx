import type { Problem } from '#api/problem.ts';
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
  const failure = problem && <Failure remote={remote} problem={problem} />;
  // Old servers say in HTML that they have no such calls.
  if (problem?.status === 404 && value === undefined) return failure;
  return (
    <RemoteView remote={remote} refused={failure}>
      {children}
    </RemoteView>
  );
}

function Failure(props: { remote: RemoteReading<unknown>; problem: Problem }) {
  const isNone = props.problem.status === 404;
  const here = {
    gone: texts.notOffered,
    forbidden: texts.forbidden,
    ...(isNone && { server: texts.notOffered }),
  };
  return <RemoteFailure {...props} here={here} />;
}
