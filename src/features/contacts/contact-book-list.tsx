import { atom, useAtom } from 'jotai';
import { memo, useCallback, useEffect, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';
import { formatDate, formatDay, type WallClock } from '#kit/date.ts';
import { type Result, success } from '#kit/result.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import { useSyncSummary } from '#state/sync.ts';
import type { PullContext } from '#sync/pull.ts';
import { LinkButton } from '#ui/button.tsx';
import { DayGroup } from '#ui/day-group.tsx';
import { Users } from '#ui/icons.ts';
import { FileInput } from '#ui/icons-of-screens.ts';
import { EmptyState, ErrorState, StaleNote } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useProgressiveList } from './book-hooks.ts';
import { type CardActions, ContactCard } from './contact-card.tsx';
import styles from './contacts.module.css';
import { type BookPage, type ContactView, readBookPage } from './offline/contact-book.ts';
import { joinPullBook, pullContactPage, pullFirstPage, readNextPage } from './offline/pull-contacts.ts';
import { texts } from './texts.ts';

const PAGE_SIZE = 30;

const NOBODY: BookPage['contacts'] = [];

/** How far the book was read: coming back from a contact, the reader finds the place again. */
const limitAtom = atom(PAGE_SIZE);

/** The book by days, newest first, page by page. Not drawn again at each letter of a search that hides it. */
export const ContactBook = memo(function ContactBook(actions: CardActions) {
  const [limit, setLimit] = useAtom(limitAtom);
  const book = useLocal(context => readBookPage(context, limit), [limit]);
  const shown = useProgressiveList(book?.contacts ?? NOBODY, 'book');
  const loading = useBookLoading();
  const { reachable } = useSyncSummary();
  const isMissing = book !== undefined && book.loadedAt === null && book.contacts.length === 0;
  const { loadAll } = loading;
  useEffect(() => {
    if (isMissing && reachable) void loadAll();
  }, [isMissing, reachable, loadAll]);
  if (!book) return <Skeleton />;
  if (book.contacts.length === 0) return <NoContacts book={book} loading={loading} reachable={reachable} />;
  const { hasMore } = book;
  const mayHavePages = book.loadedAt === null && loading.hasPages && reachable;
  const handleMore = () => {
    setLimit(limit + PAGE_SIZE);
    if (!hasMore) void loading.loadPage();
  };
  return (
    <>
      <Age book={book} loading={loading} reachable={reachable} />
      <PagedList
        hasMore={hasMore || mayHavePages}
        loading={loading.busy}
        loaded={book.contacts.length}
        onMore={handleMore}
      >
        <div className={styles.days}>
          {groupByDay(shown, book.today).map(day => (
            <DayGroup key={day.id} title={day.title}>
              {day.contacts.map(contact => (
                <ContactCard key={contact.key} contact={contact} {...actions} />
              ))}
            </DayGroup>
          ))}
        </div>
      </PagedList>
    </>
  );
});

type Situation = { book: BookPage; loading: BookLoading; reachable: boolean };

function NoContacts({ book, loading, reachable }: Situation) {
  if (book.loadedAt === null && loading.problem !== null && reachable) {
    return <ErrorState title={texts.neverLoaded} onRetry={loading.loadAll} busy={loading.busy} />;
  }
  if (book.loadedAt === null && reachable) return <Skeleton />;
  return (
    <EmptyState
      icon={<Users size={40} />}
      action={
        <>
          <LinkButton kind="primary" size="large" to={paths.contactAdd}>
            {texts.add}
          </LinkButton>
          <ContactImportLink large />
        </>
      }
    >
      {book.loadedAt === null ? `${texts.neverLoaded}. ${texts.noConnectionYet}` : texts.empty}
    </EmptyState>
  );
}

/** How old the copy is, once that matters. */
function Age({ book, loading, reachable }: Situation) {
  if (book.loadedAt === null || (reachable && !book.isStale)) return null;
  return (
    <StaleNote
      when={formatDate(book.loadedAt, true)}
      busy={loading.busy}
      {...(reachable ? { onRefresh: () => void loading.loadAll() } : {})}
    />
  );
}

type ContactDay = { id: string; title: string; contacts: ContactView[] };

/**
 * Runs of one creation day, in the order of the list. What waits stands on top of the list, so that an older
 * day may come before today; then that day has two runs.
 */
function groupByDay(contacts: readonly ContactView[], now: WallClock): ContactDay[] {
  const days: ContactDay[] = [];
  let day: string | null = null;
  for (const contact of contacts) {
    const next = contact.created_at.slice(0, 10);
    if (next !== day) {
      const title = next === '' ? texts.noDate : formatDay(next, now);
      const repeated = days.filter(known => known.title === title).length;
      days.push({ id: `${next}|${repeated}`, title, contacts: [] });
    }
    day = next;
    days.at(-1)?.contacts.push(contact);
  }
  return days;
}

type BookLoading = ReturnType<typeof useBookLoading>;

/** Fetches contacts onto the device at the user's wish; what came is seen through the database. */
function useBookLoading() {
  const context = usePullContext();
  const isSaving = useDataSaver();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const nextPage = useLocal(({ cache }) => readNextPage(cache), []);
  const run = useCallback(
    async (pull: (context: PullContext) => Promise<Result<null, Problem>>) => {
      if (!context) return;
      setBusy(true);
      const pulled = await pull(context).finally(() => setBusy(false));
      setProblem(pulled.ok ? null : pulled.problem);
    },
    [context],
  );
  /** Brings the whole book; of one never had, only its first page while data is saved. */
  const loadAll = useCallback(() => run(isSaving ? pullSparingly : joinPullBook), [run, isSaving]);
  /** Brings the next page of the server's list; `hasPages`: there may be one. */
  const loadPage = useCallback(() => run(pullNextPage), [run]);
  return { busy, problem, hasPages: nextPage !== null, loadAll, loadPage };
}

/** A book that this device has never had begins with its first page; one that it has is brought whole. */
async function pullSparingly(context: PullContext): Promise<Result<null, Problem>> {
  const isKnown = (await context.cache.marks.get('book')) !== undefined;
  return isKnown ? joinPullBook(context) : pullFirstPage(context);
}

async function pullNextPage(context: PullContext): Promise<Result<null, Problem>> {
  const page = await readNextPage(context.cache);
  return page === null ? success(null) : pullContactPage(context, page);
}

/** The way to the import: an icon where there is little room, a word on a wide screen; `large` beside an empty list. */
export function ContactImportLink({ large = false }: { large?: boolean }) {
  return large ? (
    <LinkButton to={paths.contactImport} size="large" icon={<FileInput size={20} />}>
      {texts.importTitle}
    </LinkButton>
  ) : (
    <LinkButton
      to={paths.contactImport}
      className={styles.importLink}
      icon={<FileInput size={20} />}
      aria-label={texts.importTitle}
      title={texts.importTitle}
    >
      <span className={styles.importWord}>{texts.importShort}</span>
    </LinkButton>
  );
}
