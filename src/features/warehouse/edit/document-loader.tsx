import type { ReactNode } from 'react';
import { type paths, pathTo } from '#domain/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';
import { ArrowLeft, SearchX } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { FreshLine, type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import styles from './edit.module.css';
import { texts } from './texts.ts';

export type DocumentLoaderProps<Value> = {
  remote: RemoteReading<Value>;
  list: typeof paths.receipts | typeof paths.writeOffs;
  children: (value: Value) => ReactNode;
};

/**
 * A document as it was read, below the way back to its list. What is being typed stays on the screen, also when the
 * server does not tell the document any more.
 */
export function DocumentLoader<Value>({ remote, list, children }: DocumentLoaderProps<Value>) {
  const { value, problem } = remote;
  const isGone = problem?.kind === 'refused' && problem.status === 404;
  const toList = (
    <LinkButton kind="quiet" icon={<ArrowLeft size={20} />} to={pathTo(list, { page: 1 })}>
      {texts.toList}
    </LinkButton>
  );
  if (value === undefined || (problem?.kind === 'refused' && !wouldLoseInput())) {
    return (
      <>
        <div className={styles.top}>{toList}</div>
        <RemoteView
          remote={remote}
          refused={isGone ? <EmptyState icon={<SearchX size={40} />}>{texts.gone}</EmptyState> : undefined}
        >
          {children}
        </RemoteView>
      </>
    );
  }
  return (
    <>
      <div className={styles.top}>
        {toList}
        <FreshLine remote={remote} />
      </div>
      {children(value)}
    </>
  );
}
