import type { ReactNode } from 'react';
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
      <PageButton
        label={texts.firstPage}
        icon={<ChevronFirst size={20} />}
        leads={!isFirst}
        onPress={() => onPage(1)}
      />
      <PageButton
        label={texts.previousPage}
        icon={<ChevronLeft size={20} />}
        leads={!isFirst}
        onPress={() => onPage(current - 1)}
      />
      <p className={styles.where} aria-live="polite">
        {texts.pageOf(page.from ?? 0, page.to ?? 0, page.total)}
      </p>
      <PageButton
        label={texts.nextPage}
        icon={<ChevronRight size={20} />}
        leads={!isLast}
        onPress={() => onPage(current + 1)}
      />
      <PageButton
        label={texts.lastPage}
        icon={<ChevronLast size={20} />}
        leads={!isLast}
        onPress={() => onPage(last)}
      />
    </nav>
  );
}

type PageButtonProps = { label: string; icon: ReactNode; leads: boolean; onPress: () => void };

function PageButton({ label, icon, leads, onPress }: PageButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={!leads || undefined}
      onClick={leads ? onPress : undefined}
    />
  );
}
