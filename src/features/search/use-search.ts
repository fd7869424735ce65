import { useMemo, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { listPromoters } from '#contract/moderation.ts';
import { FOUND_LIMIT, SEARCH_MIN, search } from '#contract/search.ts';
import { SEARCH_MAX } from '#contract/wire.ts';
import { satisfies } from '#domain/permissions.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { answerWords, describeFailure, type Failure } from '#ui/remote/answer-fault.ts';
import type { Can } from '#ui/screen-links.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { type FoundGroup, findNamed, findScreens, groupOf, groupsOf, promoterOf } from './found.ts';
import { texts } from './texts.ts';

/** Half a word is not worth an answer. */
const TYPING_MS = 200;

const saying = (answer: Parameters<typeof answerWords>[0]) => `${answerWords(answer)}. ${texts.onlyScreens}`;

const FAILED: Readonly<Record<'offline' | 'held', Failure>> = {
  offline: { unanswered: true, why: saying({ kind: 'offline', status: 0 }), signIn: false },
  held: { unanswered: false, why: saying({ kind: 'unauthenticated', status: 0 }), signIn: true },
};

/** What is found of what is typed: screens at once, the rest when the server has answered for exactly that. */
export type Search = { groups: readonly FoundGroup[]; busy: boolean; failure: Failure | null };

export function useSearch(can: Can, typed: string): Search {
  const query = [...typed.trim()].slice(0, SEARCH_MAX).join('');
  const asked = useDebounced(query, TYPING_MS);
  const isAskable = [...asked].length >= SEARCH_MIN || /^\d$/.test(asked);
  const blocked = useBlockedReason();
  // A backend that does not know this call is asked once.
  const [isUnknown, setUnknown] = useState(false);
  const remote = useRemote(search, isAskable && !isUnknown ? { query: asked } : null);
  if (!isUnknown && isNotServed(remote.problem)) setUnknown(true);
  const promoters = useRemote(listPromoters, isUnknown && satisfies(can, 'edit_promoters') ? {} : null);
  const screens = useMemo(() => findScreens(can, query), [can, query]);
  const others = useMemo(() => {
    if (asked !== query || !isAskable) return [];
    if (!isUnknown) return remote.value ? groupsOf(remote.value) : [];
    const named = findNamed(promoters.value?.list ?? [], query)
      .slice(0, FOUND_LIMIT)
      .map(promoterOf);
    return named.length > 0 ? [groupOf(texts.promoters, named)] : [];
  }, [asked, query, isAskable, isUnknown, remote.value, promoters.value]);
  const groups =
    screens.length > 0 ? [...others, { title: texts.screens, items: screens, isCut: false }] : others;
  const source = isUnknown ? promoters : remote;
  return {
    groups,
    busy: asked !== query || isLoading(source),
    failure: blocked ? FAILED[blocked] : whyNot(source),
  };
}

/** 404 and 403: a backend without this call, and policies that do not open it. */
function isNotServed(problem: Problem | null): boolean {
  return problem?.kind === 'refused' && (problem.status === 404 || problem.status === 403);
}

function isLoading({ value, busy, problem }: Pick<Remote<unknown>, 'value' | 'busy' | 'problem'>): boolean {
  return value === undefined && busy && problem === null;
}

function whyNot({ value, problem }: Pick<Remote<unknown>, 'value' | 'problem'>): Failure | null {
  if (value !== undefined || !problem || isNotServed(problem)) return null;
  return describeFailure(problem, texts.onlyScreens);
}
