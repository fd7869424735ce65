import { useNavigate } from 'react-router-dom';
import { answerKindOf, type Problem } from '#api/problem.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as shared } from '#ui/texts.ts';
import { texts as reportTexts } from '../texts.ts';
import { useCreateReport } from '../use-create-report.ts';
import { texts } from './texts.ts';

/** What it means that the payment was refused so. */
export const WITHOUT_COMMAND = { gone: texts.noCommand, forbidden: texts.payForbidden };

/** A backend that does not know these calls, or policies that forbid them. */
export function isWithoutCommand(problem: Problem): boolean {
  return answerKindOf(problem) in WITHOUT_COMMAND;
}

/** The specification's way: a report is opened, or made of what is due, and paid request by request there. */
export function ByReports({ row, onChange }: { row: PayoutRow; onChange: () => Promise<void> }) {
  const { id, open, due } = row;
  const navigate = useNavigate();
  const isBlocked = useBlockedReason() !== null;
  const toReport = (report: number) => navigate(pathTo(paths.moderationReport, { id: report }));
  const creating = useCreateReport({ onMade: toReport, onNotMade: onChange });
  return (
    <>
      {open.report_id !== null && (
        <LinkButton to={pathTo(paths.moderationReport, { id: open.report_id })}>
          {reportTexts.openAgain}
        </LinkButton>
      )}
      {due.count > 0 && (
        <Button busy={creating.busy} disabled={isBlocked} onClick={() => void creating.create(id)}>
          {reportTexts.create}
        </Button>
      )}
      <ProblemLine onRetry={creating.check} retryLabel={shared.check}>
        {creating.problem}
      </ProblemLine>
    </>
  );
}
