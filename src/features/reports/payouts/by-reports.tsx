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

/** The words for a refusal of the payment command. */
export const WITHOUT_COMMAND = { gone: texts.noCommand, forbidden: texts.payForbidden };

/** Whether the backend lacks the payment calls, or its policies forbid them. */
export function isWithoutCommand(problem: Problem): boolean {
  return answerKindOf(problem) in WITHOUT_COMMAND;
}

/** Payment as the specification has it: in an open report, or in one made of the due requests, request by request. */
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
