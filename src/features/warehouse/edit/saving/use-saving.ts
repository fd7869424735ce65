import type { Problem } from '#api/problem.ts';
import { getReceipt, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { type SaveOutcome, useVersionedSave, type VersionedSave } from '#state/remote/use-versioned-save.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { SubmitHandler } from '#ui/form/use-form.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import type { HeadForm } from '../head/head-form.ts';
import { texts } from '../texts.ts';
import { type Content, contentOf, isSame } from './content.ts';
import { toInput } from './to-input.ts';
import type { Edits } from './use-edits.ts';

export type Saving = Pick<VersionedSave<Content, Receipt>, 'state' | 'check' | 'compare' | 'reset'> & {
  submit: SubmitHandler;
};

type Saved = Extract<SaveOutcome<Content, Receipt>, { is: 'saved' }>;

/** Saving a receipt: what is typed is never lost by it, and never taken for saved without the server's word. */
export function useSaving(edits: Edits, remote: Remote<Receipt>): Saving {
  const put = useAction(saveReceipt);
  const get = useAction(getReceipt);
  const { save, ...versioned } = useVersionedSave<Content, Receipt>(
    {
      send({ head }) {
        const base = edits.baseNow();
        return put(toInput(head, edits.lines.toSend(), base), { version: base.version });
      },
      async read() {
        const answer = await get({ id: edits.baseNow().id });
        // The reading of the screen then says what is wrong, and asks again until somebody answers.
        if (!answer.ok) void remote.reload();
        return answer;
      },
      isSaved: (stored, sent) => isSame(contentOf(stored), sent),
      isBase: stored => isOf(edits.baseNow(), stored),
    },
    outcome => {
      if (outcome.is === 'saved') settle(outcome);
      else notifyFailure(outcome);
    },
  );
  const settle = ({ stored, sent }: Saved) => {
    edits.follow(stored, sent);
    remote.change(() => stored);
    notify({ type: 'success', title: texts.receiptOf(stored.transfer_code), message: texts.savedMessage });
  };
  const notifyFailure = (outcome: SaveOutcome<Content, Receipt>) => {
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
      const title = texts.receiptOf(edits.baseNow().transfer_code);
      notify({ title, message: texts.nothingToSave });
      return null;
    }
    const outcome = await save({ head, lines: edits.now().lines });
    if (outcome.is === 'saved') return success(outcome);
    notifyFailure(outcome);
    if (outcome.is !== 'failed' || !hasFields(outcome.problem)) return null;
    versioned.reset();
    return refusal(outcome.problem, edits);
  };
  const submit: SubmitHandler = event => {
    // Both are checked, so that everything is told at once.
    const linesPass = edits.lines.check();
    return edits.form.submit(async head => (linesPass ? send(head) : null), settle)(event);
  };
  return { ...versioned, submit };
}

/** Whether this is still the version that the edits began from. */
function isOf(base: Receipt, now: Receipt): boolean {
  return base.version === now.version && isSame(contentOf(base), contentOf(now));
}

function hasFields({ fields }: Problem): boolean {
  return Object.keys(fields).length > 0;
}

/** What the server does not take, where it belongs: at fields of the head, or at lines. */
function refusal({ message, fields }: Problem, { lines }: Edits): Result<Saved, Refused> | null {
  const all = Object.entries(fields);
  const ofHead = Object.fromEntries(all.filter(([path]) => !isOfLine(path)));
  lines.refuse(Object.fromEntries(all.filter(([path]) => isOfLine(path))));
  return Object.keys(ofHead).length > 0 ? failure({ message, fields: ofHead }) : null;
}

function isOfLine(path: string): boolean {
  return /^nomenclature\.\d+/.test(path);
}
