import { Navigate, useLocation } from 'react-router-dom';
import { answerKindOf, type Problem } from '#api/problem.ts';
import { paths } from '#domain/paths.ts';

/**
 * What the 403 screen is told by whoever leads there: from which address, and the status with which the server refused.
 * Without one the page itself knew, by the permissions of the user.
 */
export type ForbiddenState = { from: string; status?: number };

/** Who may not see it, or asks for what is not there, is led to the 403 screen; a question that was refused stays. */
export function mustLeave(problem: Problem): boolean {
  return ['forbidden', 'gone'].includes(answerKindOf(problem));
}

/** Leads to the 403 screen, after an answer with that status; 404 where the address names nothing. */
export function ToForbidden({ status }: { status: number }) {
  const from = useLocation().pathname;
  const state: ForbiddenState = { from, status };
  return <Navigate to={paths.forbidden} replace state={state} />;
}
