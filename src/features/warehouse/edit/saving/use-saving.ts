import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { getReceipt, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { SubmitHandler } from '#ui/form/use-form.ts';
import { whyUnsaved } from '#ui/remote/save-problem.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import type { HeadForm } from '../head/head-form.ts';
import { texts } from '../texts.ts';
import { type Content, contentOf, isSame } from './content.ts';
import { isKnownUnsaved } from './known-unsaved.ts';
import { IDLE, type SaveState } from './save-state.ts';
import { toInput } from './to-input.ts';
import type { Edits } from './use-edits.ts';

/** What was stored, and what it was sent as. */
type Saved = { stored: Receipt; sent: Content };

/** null: it is not saved, and the form has nothing to say of it: the lines, the line of trouble or the choice have. */
type Outcome = Result<Saved, Refused> | null;

export type Saving = {
  state: SaveState;
  update: (state: SaveState) => void;
  submit: SubmitHandler;
  /** Asks the server what became of a save whose answer was lost. */
  check: () => Promise<void>;
};

/** Saving a receipt: what is typed is never lost by it, and never taken for saved without the server's word. */
export function useSaving(edits: Edits, remote: Remote<Receipt>): Saving {
  const [state, setState] = useState<SaveState>(IDLE);
  const latest = useRef(state);
  const update = useCallback((next: SaveState) => {
    latest.current = next;
    setState(next);
  }, []);
  const settle = ({ stored, sent }: Saved) => {
    edits.follow(stored, sent);
    remote.change(() => stored);
    update(IDLE);
    notify({
      type: 'success',
      title: texts.receiptOf(stored.transfer_code),
      message: texts.savedMessage,
    });
  };
  const checkServer = useServerCheck(edits, remote, update);
  const save = useSend(edits, update, checkServer);
  const submit: SubmitHandler = event => {
    // Both are checked, so that everything is told at once.
    const linesPass = edits.lines.check();
    return edits.form.submit(async head => (linesPass ? save(head) : null), settle)(event);
  };
  const check = async () => {
    const { current } = latest;
    if (current.step !== 'unknown' || current.isChecking) return;
    const saved = await checkServer(current.sent, { words: texts.notApplied });
    if (saved?.ok) settle(saved.value);
  };
  useCheckWhenBack(state, check);
  return { state, update, submit, check };
}

type Update = (state: SaveState) => void;

/** What is said where the server has still what there was. `isRefused`: it is known that nothing was saved. */
type Lost = { words: string; isRefused?: boolean };

/** Reads what the server has now and tells by it what became of what was sent. */
function useServerCheck(edits: Edits, remote: Remote<Receipt>, update: Update) {
  const read = useAction(getReceipt);
  return async (sent: Content, { words, isRefused = false }: Lost): Promise<Outcome> => {
    update({ step: 'unknown', sent, isChecking: true });
    const base = edits.baseNow();
    const answer = await read({ id: base.id });
    if (!answer.ok) {
      // The reading of the screen then says what is wrong, and asks again until somebody answers.
      void remote.reload();
      if (isRefused) fail(update, words);
      else update({ step: 'unknown', sent, isChecking: false });
      return null;
    }
    const now = answer.value;
    if (isSame(contentOf(now), sent)) return success({ stored: now, sent });
    remote.change(() => now);
    if (isOf(base, now)) fail(update, words);
    // Somebody else has saved: which of the two it is to be is for the user to say.
    else update({ step: 'comparing', theirs: now });
    return null;
  };
}

/** Whether this is still the version that the edits began from. */
function isOf(base: Receipt, now: Receipt): boolean {
  return base.version === now.version && isSame(contentOf(base), contentOf(now));
}

type CheckServer = ReturnType<typeof useServerCheck>;

function useSend(edits: Edits, update: Update, checkServer: CheckServer) {
  const put = useAction(saveReceipt);
  const refuse = useRefusals(edits, update);
  return async (head: HeadForm): Promise<Outcome> => {
    update(IDLE);
    const base = edits.baseNow();
    if (edits.isUntouched()) {
      notify({ title: texts.receiptOf(base.transfer_code), message: texts.nothingToSave });
      return null;
    }
    const sent = { head, lines: edits.now().lines };
    const answer = await put(toInput(head, edits.lines.toSend(), base), { version: base.version });
    if (answer.ok) return success({ stored: answer.value, sent });
    const { problem } = answer;
    if (problem.status === 412)
      return checkServer(sent, { words: texts.problems.changedUnread, isRefused: true });
    if (isKnownUnsaved(problem)) return refuse(problem);
    return checkServer(sent, { words: problem.kind === 'server' ? texts.problems.failed : texts.notApplied });
  };
}

/** What the server does not take, where it belongs: at fields, at lines, or beside the button. */
function useRefusals({ lines }: Edits, update: Update) {
  return (problem: Problem): Outcome => {
    const all = Object.entries(problem.fields);
    const ofLines = Object.fromEntries(all.filter(([path]) => isOfLine(path)));
    const ofHead = Object.fromEntries(all.filter(([path]) => !isOfLine(path)));
    notifyFailure();
    if (all.length === 0) {
      update({ step: 'failed', words: whyUnsaved(problem, texts.problems) });
      return null;
    }
    lines.refuse(ofLines);
    return Object.keys(ofHead).length > 0 ? failure({ message: problem.message, fields: ofHead }) : null;
  };
}

function isOfLine(path: string): boolean {
  return /^nomenclature\.\d+/.test(path);
}

function fail(update: Update, words: string): void {
  notifyFailure();
  update({ step: 'failed', words });
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.saveFailed });
}

/** When the way to the server is back, a lost answer is asked for by itself. */
function useCheckWhenBack({ step }: SaveState, check: Saving['check']): void {
  const obstacle = useObstacle();
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    if (obstacle === null && step === 'unknown') void latest.current();
  }, [obstacle, step]);
}
