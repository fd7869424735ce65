import { useRef, useState } from 'react';
import { toWallClock } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';
import { useCallCommands } from '#state/calls.ts';
import { useDevice } from '#state/device.ts';
import type { Call } from '#storage/outbox-db.ts';
import type { Conclusion } from '#sync/calls.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { BottomSheet } from '#ui/modal.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { CallBackChoice } from './call-back-choice.tsx';
import { callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';
import { useCallNote } from './use-call-note.ts';

/** Longer notes belong into the contact's comment. */
const NOTE_MAX = 500;

export type PostCallSheetProps = { call: Call; onClose: () => void };

/** What came of a call: one tap. Whoever closes it loses nothing, the note included. */
export function PostCallSheet({ call, onClose }: PostCallSheetProps) {
  const { now, config } = useDevice();
  const { conclude } = useCallCommands();
  const note = useCallNote(call);
  const [problem, setProblem] = useState('');
  const isSaving = useRef(false);
  const handleOutcome = async (outcome: Conclusion['outcome'], callBackOn = '') => {
    if (isSaving.current) return;
    isSaving.current = true;
    setProblem('');
    try {
      const concluded = await conclude(call, { outcome, note: note.take(), callBackOn });
      if (concluded.ok) onClose();
      else setProblem(texts[concluded.problem.reason]);
    } catch (cause) {
      setProblem(uiTexts.systemError);
      throw cause;
    } finally {
      isSaving.current = false;
    }
  };
  return (
    <BottomSheet open onClose={onClose} title={texts.askTitle(call.name || formatPhone(call.phone))}>
      <div className={styles.stack}>
        <fieldset className={styles.choices} aria-label={texts.whatCame}>
          <Button size="large" data-autofocus onClick={() => void handleOutcome('reached')}>
            {texts.reached}
          </Button>
          <Button size="large" onClick={() => void handleOutcome('no-answer')}>
            {texts.noAnswer}
          </Button>
        </fieldset>
        <CallBackChoice
          now={toWallClock(now(), config.zone)}
          onChoose={day => void handleOutcome('call-back', day)}
        />
        <ProblemLine>{problem}</ProblemLine>
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={NOTE_MAX}
          enterKeyHint="done"
          value={note.text}
          onChange={event => note.change(event.target.value)}
        />
      </div>
    </BottomSheet>
  );
}
