import { IconButton } from '../button.tsx';
import { ChevronLeft, ChevronRight } from '../icons.ts';
import { ChevronFirst, ChevronLast } from '../icons-of-screens.ts';
import styles from './paginator.module.css';
import { texts } from './texts.ts';

/** Where a page stands, as the server's paged lists say it; `from` and `to` are null where nothing is. */
export type PageInfo = {
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
};

export type PaginatorProps = { page: PageInfo; onPage: (page: number) => void; busy?: boolean };

/** First, previous, `from-to из total`, next, last. */
export function Paginator({ page, onPage, busy = false }: PaginatorProps) {
  const { current_page: current, last_page: last } = page;
  const isFirst = busy || current <= 1;
  const isLast = busy || current >= last;
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <IconButton
        label={texts.firstPage}
        icon={<ChevronFirst size={20} />}
        disabled={isFirst}
        onClick={() => onPage(1)}
      />
      <IconButton
        label={texts.previousPage}
        icon={<ChevronLeft size={20} />}
        disabled={isFirst}
        onClick={() => onPage(current - 1)}
      />
      <p className={styles.where} aria-live="polite">
        {texts.pageOf(page.from ?? 0, page.to ?? 0, page.total)}
      </p>
      <IconButton
        label={texts.nextPage}
        icon={<ChevronRight size={20} />}
        disabled={isLast}
        onClick={() => onPage(current + 1)}
      />
      <IconButton
        label={texts.lastPage}
        icon={<ChevronLast size={20} />}
        disabled={isLast}
        onClick={() => onPage(last)}
      />
    </nav>
  );
}
