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

type PaginatorProps = { page: PageInfo; onPage: (page: number) => void; busy?: boolean };

/** First, previous, `from-to из total`, next, last. What leads nowhere keeps the focus of whoever has just pressed it. */
export function Paginator({ page, onPage, busy = false }: PaginatorProps) {
  const { current_page: current, last_page: last } = page;
  const isFirst = busy || current <= 1;
  const isLast = busy || current >= last;
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <PageButton label={texts.firstPage} Icon={ChevronFirst} to={isFirst ? null : 1} onPage={onPage} />
      <PageButton
        label={texts.previousPage}
        Icon={ChevronLeft}
        to={isFirst ? null : current - 1}
        onPage={onPage}
      />
      <p className={styles.where} aria-live="polite">
        {texts.pageOf(page.from ?? 0, page.to ?? 0, page.total)}
      </p>
      <PageButton
        label={texts.nextPage}
        Icon={ChevronRight}
        to={isLast ? null : current + 1}
        onPage={onPage}
      />
      <PageButton label={texts.lastPage} Icon={ChevronLast} to={isLast ? null : last} onPage={onPage} />
    </nav>
  );
}

type PageButtonProps = {
  label: string;
  Icon: typeof ChevronLeft;
  /** Null where it leads nowhere. */
  to: number | null;
  onPage: (page: number) => void;
};

function PageButton({ label, Icon, to, onPage }: PageButtonProps) {
  return (
    <IconButton
      label={label}
      icon={<Icon size={20} />}
      aria-disabled={to === null || undefined}
      onClick={to === null ? undefined : () => onPage(to)}
    />
  );
}
