import type { Problem } from '#api/problem.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { getReceipt, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { toSentNumber } from '#domain/warehouse/draft-line.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { SubmitHandler } from '#ui/form/use-form.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import type { HeadForm } from '../head/head-form.ts';
import { dayOf } from '../head/head-form.ts';
import { texts } from '../texts.ts';
import { contentOf, isSameContent, type ReceiptContent } from './content.ts';
import type { Edits } from './use-edits.ts';

type Outcome = SaveOutcome<ReceiptContent, Receipt>;

type Saved = Extract<Outcome, { is: 'saved' }>;

export type Saving = ReturnType<typeof useSaving>;

/** Saving a receipt: what is typed is never lost by it, and never taken for saved without the server's word. */
export function useSaving(edits: Edits, remote: Remote<Receipt>) {
  const put = useAction(saveReceipt);
  const get = useAction(getReceipt);
  const { save, ...versioned } = useVersionedSave<ReceiptContent, Receipt>(
    {
      send({ head }) {
        const base = edits.currentBase();
        return put(toInput(head, edits.lines.takeForSave(), base), { version: base.version });
      },
      async read() {
        const answer = await get({ id: edits.currentBase().id });
        // The reading of the screen then says what is wrong, and asks again until somebody answers.
        if (!answer.ok) void remote.reload();
        return answer;
      },
      isSaved: (stored, sent) =>
        stored.id === edits.currentBase().id && isSameContent(contentOf(stored), sent),
      isBase(stored) {
        const base = edits.currentBase();
        return base.version === stored.version && isSameContent(contentOf(base), contentOf(stored));
      },
    },
    outcome => {
      if (outcome.is === 'saved') settle(outcome);
      else notifyFailure(outcome);
    },
  );
  const settle = ({ stored, sent }: Saved) => {
    edits.applySaved(stored, sent);
    remote.change(() => stored);
    notify({ type: 'success', title: texts.receiptOf(stored.transfer_code), message: texts.savedMessage });
  };
  const notifyFailure = (outcome: Outcome) => {
    if (outcome.is === 'conflict') remote.change(() => outcome.theirs);
    if (outcome.is !== 'failed') return;
    const { stored } = outcome;
    if (stored) remote.change(() => stored);
    notify({ type: 'error', title: shared.error, message: texts.saveFailed });
  };
  /** null: it is not saved, and the form has nothing to say of it: the lines, the line above or the choice have. */
  const send = async (head: HeadForm): Promise<Result<Saved, Refused> | null> => {
    versioned.reset();
    if (edits.isUntouched()) {
      const title = texts.receiptOf(edits.currentBase().transfer_code);
      notify({ title, message: texts.nothingToSave });
      return null;
    }
    const outcome = await save({ head, lines: edits.currentContent().lines });
    if (outcome.is === 'saved') return success(outcome);
    notifyFailure(outcome);
    if (outcome.is !== 'failed' || Object.keys(outcome.problem.fields).length === 0) return null;
    versioned.reset();
    return assignRefusals(outcome.problem, edits);
  };
  const submit: SubmitHandler = event => {
    // Both are checked, so that everything is told at once.
    const linesPass = edits.lines.validate();
    return edits.form.submit(async head => (linesPass ? send(head) : null), settle)(event);
  };
  return { ...versioned, submit };
}

/** What the server does not take, where it belongs: at lines, or at fields of the head. */
function assignRefusals({ message, fields }: Problem, { lines }: Edits): Result<Saved, Refused> | null {
  const ofHead = lines.applyRefusals(fields);
  return Object.keys(ofHead).length > 0 ? failure({ message, fields: ofHead }) : null;
}

type SaveInput = InputOf<typeof saveReceipt>;

/** What is sent: days that nobody has changed go back as they were read, what is left empty is null. */
function toInput(head: HeadForm, lines: SaveInput['nomenclature'], base: Receipt): SaveInput {
  const known = new Set(base.nomenclature.map(({ id }) => id));
  return {
    id: base.id,
    warehouse_to: head.warehouse_to,
    transfer_code: head.transfer_code,
    contract_id: head.contract_id === '' ? null : Number(head.contract_id),
    transfer_date: dayToSend(head.transfer_date, base.transfer_date),
    carried: head.carried ? 1 : 0,
    description: head.description || null,
    income_code: head.income_code || null,
    income_date: dayToSend(head.income_date, base.income_date),
    VAT: head.VAT === '' ? null : toSentNumber(head.VAT),
    VAT_included: head.VAT_included ? 1 : 0,
    // A line that the version to be replaced has no longer is a new one again.
    nomenclature: lines.map(line => (known.has(line.id ?? null) ? line : { ...line, id: null })),
  };
}

function dayToSend(day: string, stored: string | null): string | null {
  if (day === dayOf(stored)) return stored || null;
  return day || null;
}
