/** What a call of the probe is: with what it is asked, and what its answer teaches. */
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { Heard } from './read-answer.ts';

/** What the user's calls show; nothing so far. */
export function noFacts() {
  return {
    role: 'не узнать',
    /** Which of the app's permissions the user has. */
    can: [] as string[],
    /** Whether the firm's backend keeps the promoter's percent. */
    percent: 'unknown' as 'stored' | 'absent' | 'unknown',
    etag: 'unknown' as 'answered' | 'ignored' | 'absent' | 'unknown',
    validation: 'не узнать: нужен модератор',
    notFound: 'не узнать',
  };
}

export type UserFacts = ReturnType<typeof noFacts>;

/** The answers so far that the app can read. */
export type ReadAnswers = Map<Endpoint, { heard: Heard; raw: unknown; value: unknown }>;

/** One call as the app makes it. */
export type PlannedCall = {
  endpoint: Endpoint;
  /** What it is asked with; a text says why it cannot be asked, an empty one that there is no need. */
  input?: (answers: ReadAnswers) => Record<string, unknown> | string;
  permission?: string;
  /** What does not work where its answer cannot be read: a step, or screens by their titles. */
  breaks?: string;
  /** Neither a menu nor a permission promises its screen: a backend may lack it (404), or keep it from this user (403). */
  isExtra?: boolean;
  /** What its answer teaches. */
  learn?: (answers: ReadAnswers, facts: UserFacts) => void;
  /** For a call that is not to be answered as usual: how its answer is told. */
  describe?: (heard: Heard, facts: UserFacts) => string;
  headers?: (answers: ReadAnswers) => Record<string, string>;
};

export function replyOf<E extends Endpoint>(answers: ReadAnswers, endpoint: E): ReplyOf<E> | undefined {
  // Read by that very endpoint's schema.
  return answers.get(endpoint)?.value as ReplyOf<E> | undefined;
}

/** The id of the first of them, or why there is nothing to ask for. */
export function first(rows: readonly { id: number }[] | undefined, none: string) {
  const [row] = rows ?? [];
  return row ? { id: row.id } : whyNone(rows, none);
}

/** Why there is nothing to ask for. */
export function whyNone(rows: readonly unknown[] | undefined, none: string): string {
  return rows ? none : 'список, в котором стоит номер, не прочитан';
}
