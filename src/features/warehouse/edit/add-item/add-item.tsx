import { memo, useMemo, useRef, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Nomenclature } from '#contract/warehouse.ts';
import { findNomenclature } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { formatMoney } from '#kit/money.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { Emphasised } from '#ui/picker/emphasised.tsx';
import { SearchPicker } from '#ui/picker/search-picker.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import styles from './add-item.module.css';
import { findMatch } from './find-match.ts';
import { texts } from './texts.ts';

type AddItemProps = {
  /** What stands in the document already. */
  lines: readonly DraftLine[];
  onAdd: (found: Nomenclature) => void;
  /** Why nothing can be searched now. */
  blocked: string | undefined;
};

const NO_OPTIONS: readonly Nomenclature[] = [];

/**
 * Searches nomenclature by its title and adds it as a line; the search stays as it is, for the next one. Typing in the
 * lines does not draw it again.
 */
export const AddItem = memo(PlainAddItem, isSameSearch);

function isSameSearch(before: AddItemProps, now: AddItemProps): boolean {
  return (
    before.blocked === now.blocked &&
    before.onAdd === now.onAdd &&
    before.lines.length === now.lines.length &&
    before.lines.every(({ nomenclatureId }, at) => now.lines[at]?.nomenclatureId === nomenclatureId)
  );
}

function PlainAddItem({ lines, onAdd, blocked }: AddItemProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [added, setAdded] = useState<{ title: string; count: number } | null>(null);
  const reason = blocked ?? (lines.length < LINES_MAX ? undefined : texts.full(LINES_MAX));
  const search = useNomenclatureSearch(text, reason !== undefined);
  const { query, problem } = search;
  const retry = () => {
    // The button goes when it has worked.
    field.current?.focus();
    void search.reload();
  };
  const found = useMemo(() => search.found?.slice(0, FOUND_MAX) ?? NO_OPTIONS, [search.found]);
  const lineNumbers = useMemo(() => lineNumbersById(lines, found), [lines, found]);
  const handlePick = (picked: Nomenclature) => {
    onAdd(picked);
    setAdded(before => ({ title: picked.title, count: (before?.count ?? 0) + 1 }));
  };
  return (
    <div className={styles.add}>
      <SearchPicker
        field={field}
        label={texts.add}
        hint={texts.hint}
        text={text}
        onText={setText}
        options={found}
        onPick={handlePick}
        instead={<EmptyResult search={search} />}
        remark={resultNote(found.length, problem)}
        hasNews={query !== '' && (problem === null || search.found !== null)}
        onSearchNow={search.searchNow}
        blocked={reason}
      >
        {option => <Option option={option} query={query} lineNumbers={lineNumbers.get(option.id) ?? []} />}
      </SearchPicker>
      <Failure search={search} onRetry={retry} />
      {/* Said again for the same thing: it is another element. The open list hides from readers what is not live. */}
      <p role="status" aria-live="polite" className={styles.added}>
        {added && <span key={added.count}>{texts.added(added.title)}</span>}
      </p>
    </div>
  );
}

function EmptyResult({ search: { query, found } }: { search: NomenclatureSearch }) {
  if (found !== null) return texts.nothing(query);
  return (
    <span className={styles.searching}>
      <Spinner /> {texts.searching}
    </span>
  );
}

/** What was found before is offered still, and readers hear nothing of what stands outside of the open list. */
function resultNote(found: number, problem: Problem | null): { words: string; hidden: boolean } {
  if (found === 0) return { words: '', hidden: true };
  if (problem) return { words: texts.foundBefore, hidden: false };
  if (found === FOUND_MAX) return { words: texts.firstOnly(FOUND_MAX), hidden: false };
  return { words: texts.found(found), hidden: true };
}

type OptionProps = { option: Nomenclature; query: string; lineNumbers: readonly number[] };

function Option({ option: { title, price, unit }, query, lineNumbers }: OptionProps) {
  return (
    <>
      <Emphasised text={title} spans={findMatch(title, query)} />{' '}
      <span className={styles.price}>{texts.priceOf(formatMoney(price), unit)}</span>{' '}
      {lineNumbers.length > 0 && <span className={styles.already}>{texts.already(lineNumbers)}</span>}
    </>
  );
}

/** Why nothing was found; the list is closed then. */
function Failure({ search, onRetry }: { search: NomenclatureSearch; onRetry: () => void }) {
  const problem = search.found === null ? search.problem : null;
  const canRetry = problem !== null && problem.kind !== 'unauthenticated';
  return (
    <ProblemLine
      unanswered={problem !== null && !isAnswered(problem)}
      busy={search.busy}
      {...(canRetry && { onRetry })}
    >
      {problem && problemText(problem)}
    </ProblemLine>
  );
}

function problemText(problem: Problem): string {
  if (problem.kind === 'unauthenticated') return texts.sessionEnded;
  if (problem.kind === 'refused' && problem.status === 403) return texts.forbidden;
  return isAnswered(problem) ? texts.failed : texts.noNetwork;
}

/** In which lines of a document things stand already, by their ids; lines are counted from 1. */
function lineNumbersById(
  lines: readonly DraftLine[],
  found: readonly Nomenclature[],
): ReadonlyMap<number, readonly number[]> {
  const lineNumbers = new Map<number, number[]>(found.map(({ id }) => [id, []]));
  if (lineNumbers.size === 0) return lineNumbers;
  for (const [index, { nomenclatureId }] of lines.entries()) lineNumbers.get(nomenclatureId)?.push(index + 1);
  return lineNumbers;
}

/** Nobody types so long a title; what is longer is sought by its beginning. */
const QUERY_MAX = 200;

/** More than these are not offered: who looks for one of a hundred types another letter. */
const FOUND_MAX = 20;

/** So long after the last key the server is asked. */
const DEBOUNCE_MS = 250;

type NomenclatureSearch = {
  /** What is looked for, '' for nothing. */
  query: string;
  /** What was found for exactly that; null until the server has answered. */
  found: readonly Nomenclature[] | null;
  problem: Problem | null;
  busy: boolean;
  reload: () => Promise<void>;
  /** Asks at once. */
  searchNow: () => void;
};

/** Looks for nomenclature while somebody types; an answer for an older text is never one for the newer. */
function useNomenclatureSearch(text: string, isBlocked: boolean): NomenclatureSearch {
  const query = queryOf(text);
  const debounced = useDebounced(query, DEBOUNCE_MS);
  const [immediateQuery, setImmediateQuery] = useState('');
  const isAsked = query !== '' && !isBlocked && (query === debounced || query === immediateQuery);
  const { value, problem, busy, reload } = useRemote(findNomenclature, isAsked ? { title: query } : null);
  return { query, found: value ?? null, problem, busy, reload, searchNow: () => setImmediateQuery(query) };
}

/** Whole characters, of which some are two units long. */
function queryOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= QUERY_MAX ? trimmed : Array.from(trimmed).slice(0, QUERY_MAX).join('').trim();
}
