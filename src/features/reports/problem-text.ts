import type { Problem } from '#api/problem.ts';
import { answerFault } from '#ui/remote/answer-fault.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { texts } from './texts.ts';

/** Why something was not done; what a server said in English is on a line of its own (`ServerWords`). */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'offline':
    case 'timeout':
    case 'foreign':
    case 'unreadable':
      return toSentence(answerFault(problem)) || texts.noNetwork;
    case 'unauthenticated':
      return texts.sessionEnded;
    case 'throttled':
    case 'unavailable':
      return texts.serverBusy;
    case 'refused':
      return refusalText(problem);
    default:
      return texts.serverFailed;
  }
}

function toSentence(words: string): string {
  return words && `${words}.`;
}

function refusalText({ status, message }: Problem): string {
  if (status === 403) return texts.forbidden;
  if (status === 404) return texts.gone;
  if (status === 412) return texts.changedMeanwhile;
  return toServerWords({ status, message }, texts.serverFailed) || texts.serverFailed;
}

/** The report was closed by somebody else: what is shown of it is old. */
export function isReportClosed({ kind, status }: Problem): boolean {
  return kind === 'refused' && status === 409;
}

/** Whether every further row would meet the same, so that paying many has to stop. */
export function stopsEveryRow(problem: Problem): boolean {
  const { kind, status } = problem;
  if (kind === 'refused') return status === 403 || isReportClosed(problem);
  return kind !== 'server';
}
