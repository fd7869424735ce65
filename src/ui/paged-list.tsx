import type { Elements } from './elements.ts';
import { LoadMore } from './load-more.tsx';
import styles from './paged-list.module.css';
import { ProblemLine } from './problem-line.tsx';
import type { Failure } from './remote/answer-fault.ts';
import { FailureState } from './remote/failure-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { texts } from './texts.ts';

export type PagedListProps = {
  /** The rows that are there. */
  children: Elements;
  /** How many they are. */
  loaded: number;
  /** How many there are in all, where that is to be told. */
  total?: number;
  hasMore: boolean;
  /** A page is on its way. */
  loading?: boolean;
  /** Why the last page did not come. */
  problem?: Failure | null;
  /** Fetches the next page, the first one too. */
  onMore: () => void;
  /** In place of the rows when there are none. */
  empty?: Elements;
};

/** Rows that come page by page: «Отображено 1 - N из M», «Подгрузить еще», and why the next page did not come. */
export function PagedList(props: PagedListProps) {
  const { children, loaded, total = 0, hasMore, loading = false, problem = null, onMore, empty } = props;
  if (loaded === 0 && problem) {
    return <FailureState failure={problem} onRetry={onMore} busy={loading} />;
  }
  if (loaded === 0 && loading) return <Skeleton />;
  return (
    <>
      {loaded === 0 ? empty : children}
      {total > 0 && loaded > 0 && <p className={styles.displayed}>{texts.displayed(loaded, total)}</p>}
      <LoadMore hasMore={hasMore} loading={loading} loaded={loaded} onMore={onMore} />
      <ProblemLine polite {...problem}>
        {problem?.why}
      </ProblemLine>
    </>
  );
}
