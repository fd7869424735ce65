import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './load-more.module.css';
import { texts } from './texts.ts';

type LoadMoreProps = {
  hasMore: boolean;
  loading: boolean;
  /** How many rows are on the screen now. */
  loaded: number;
  onMore: () => void;
};

/** The next page on demand; what arrived is said to readers too. */
export function LoadMore({ hasMore, loading, loaded, onMore }: LoadMoreProps) {
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (askedAt === null || loaded <= askedAt) return;
    setStatus(texts.loadedMore(loaded - askedAt, loaded));
    setAskedAt(null);
  }, [askedAt, loaded]);
  const handleMore = () => {
    setAskedAt(loaded);
    onMore();
  };
  return (
    <div className={styles.more}>
      {hasMore && (
        <Button busy={loading} focusableWhenDisabled onClick={handleMore}>
          {texts.loadMore}
        </Button>
      )}
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </div>
  );
}
