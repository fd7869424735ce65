import { useAtomValue } from 'jotai';
import { memo, useCallback, useEffect, useState } from 'react';
import { paths } from '#domain/paths.ts';
import { formatDay, type WallClock } from '#kit/date.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
import { usePull } from '#state/use-refresh.ts';
import { visitsAtom } from '#state/visits.ts';
import { LinkButton } from '#ui/button.tsx';
import { Users } from '#ui/icons.ts';
import { BookUser, FileInput } from '#ui/icons-of-screens.ts';
import { ListGroup } from '#ui/list-group.tsx';
import { EmptyState, StaleNote } from '#ui/page-states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { FailureState } from '#ui/remote/failure-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useProgressiveList } from './book-hooks.ts';
import styles from './contact-list.module.css';
import { ContactRow, type RowActions } from './contact-row.tsx';
import type { ImportState } from './import/import-screen.tsx';
import {
  type BookPage,
  type ContactView,
  PAGE_SIZE,
  readBookPage,
  readFirstPage,
} from './offline/contact-book.ts';
import { askStates, joinPullBook, pullContactPage, pullFirstPage } from './offline/pull-contacts.ts';
import { canPickContacts } from './pick-contacts.ts';
import { texts } from './texts.ts';

const NOBODY: BookPage['contacts'] = [];

/** `visit`: the key of the history's entry in which the list was opened. */
type ContactBookProps = RowActions & { visit: string };

/** The book by days, newest first, page by page. Not drawn again at each letter of a search that hides it. */
export const ContactBook = memo(function ContactBook({ visit, ...actions }: ContactBookProps) {
  const { readBefore, keepRead } = useReadSoFar(visit);
  const [limit, setLimit] = useState(Math.max(readBefore, PAGE_SIZE));
  const book = useLocal(limit === PAGE_SIZE ? readFirstPage : context => readBookPage(context, limit), [
    limit,
  ]);
  const shown = useProgressiveList(book?.contacts ?? NOBODY, 'book', readBefore);
  const isDrawn = book !== undefined && shown.length === book.contacts.length;
  useEffect(() => {
    if (isDrawn && limit > PAGE_SIZE) keepRead(limit);
  }, [isDrawn, limit, keepRead]);
  const loading = useBookLoading(book);
  const isMissing = book !== undefined && book.loadedAt === null && book.contacts.length === 0;
  const { loadAll, reachable } = loading;
  useEffect(() => {
    if (isMissing && reachable) void loadAll();
  }, [isMissing, reachable, loadAll]);
  if (!book) return <Skeleton />;
  if (book.contacts.length === 0) return <NoContacts book={book} loading={loading} />;
  const { hasMore } = book;
  // Not below the first few rows: the others would push it away under a finger.
  const isFirstPageDrawn = shown.length >= Math.min(PAGE_SIZE, book.contacts.length);
  const mayHavePages = book.loadedAt === null && loading.hasPages && loading.mayAsk;
  const handleMore = () => {
    setLimit(limit + PAGE_SIZE);
    if (hasMore) loading.askStates();
    else void loading.loadPage();
  };
  return (
    <>
      <Age book={book} loading={loading} />
      <PagedList
        hasMore={isFirstPageDrawn && (hasMore || mayHavePages)}
        loading={loading.busy}
        loaded={book.contacts.length}
        onMore={handleMore}
      >
        <div className={styles.days}>
          {groupByDay(shown, book.today).map(day => (
            <ListGroup key={day.id} title={day.title} skipsUnseen>
              {day.contacts.map(contact => (
                <ContactRow key={contact.key} contact={contact} {...actions} />
              ))}
            </ListGroup>
          ))}
        </div>
      </PagedList>
    </>
  );
});

/** How far the book was read in this visit: whoever comes back from a contact finds the place again at once. */
function useReadSoFar(visit: string) {
  const visits = useAtomValue(visitsAtom);
  const name = `${visit} book`;
  const [readBefore] = useState(visits.get(name) ?? 0);
  const keepRead = useCallback((count: number) => void visits.set(name, count), [visits, name]);
  return { readBefore, keepRead };
}

type Situation = { book: BookPage; loading: ReturnType<typeof useBookLoading> };

function NoContacts({ book, loading }: Situation) {
  if (book.loadedAt === null && loading.problem !== null) {
    const failure = describeFailure(loading.problem, texts.addAlready);
    return (
      <FailureState
        failure={failure}
        title={texts.neverLoaded}
        onRetry={loading.loadAll}
        busy={loading.busy}
      />
    );
  }
  if (book.loadedAt === null && loading.reachable) return <Skeleton />;
  return (
    <EmptyState
      icon={<Users size={40} />}
      action={
        <>
          <LinkButton kind="primary" size="large" to={paths.contactAdd}>
            {texts.add}
          </LinkButton>
          {canPickContacts() && (
            <LinkButton
              to={paths.contactImport}
              state={{ isFromPhone: true } satisfies ImportState}
              size="large"
              icon={<BookUser size={20} />}
            >
              {texts.fromPhone}
            </LinkButton>
          )}
          <LinkButton to={paths.contactImport} size="large" icon={<FileInput size={20} />}>
            {texts.importTitle}
          </LinkButton>
        </>
      }
    >
      {book.loadedAt === null ? `${texts.neverLoaded}. ${texts.noConnectionYet}` : texts.empty}
    </EmptyState>
  );
}

/** How old the copy is, once that matters. */
function Age({ book, loading }: Situation) {
  const moment = useMoment();
  if (book.loadedAt === null || (loading.reachable && !book.isStale)) return null;
  return (
    <StaleNote
      when={moment(book.loadedAt)}
      busy={loading.busy}
      {...(loading.mayAsk ? { onRefresh: () => void loading.loadAll() } : {})}
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

/** Fetches contacts onto the device at the user's wish; what came is seen through the database. */
function useBookLoading(book: BookPage | undefined) {
  const isSaving = useDataSaver();
  // Of a book that was never here only the first page comes while data is saved.
  const all = usePull(isSaving && book?.loadedAt === null ? pullFirstPage : joinPullBook);
  const next = usePull(context => pullContactPage(context, book?.nextPage ?? 1));
  const context = usePullContext();
  const hasFailed = all.state.problem !== null || next.state.problem !== null;
  return {
    reachable: all.reachable,
    // A request of this list that failed makes the server unreachable, and must be repeatable all the same.
    mayAsk: all.reachable || hasFailed,
    busy: all.state.busy || next.state.busy,
    problem: all.state.problem,
    hasPages: book !== undefined && book.nextPage !== null,
    loadAll: all.run,
    loadPage: next.run,
    /** The rows of the next page are here already. */
    askStates() {
      if (context && all.reachable) void askStates(context);
    },
  };
}
