import { type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';
import { useDevice } from '#state/device-context.ts';
import { useCallCommands } from '#state/phone-calls.ts';
import type { Call } from '#storage/outbox-db.ts';
import type { Conclusion } from '#sync/phone-calls.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { BottomSheet } from '#ui/modal.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { texts as contactTexts } from '../texts.ts';
import { callBackDays, describeCallBack, callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

/** Longer notes belong into the contact's comment. */
const NOTE_MAX = 500;

/** What came of a call: one tap. Whoever closes it loses nothing, the note included. */
export function PostCallSheet({ call, onClose }: { call: Call; onClose: () => void }) {
  const { now, config } = useDevice();
  const { conclude, restore, leaveUnanswered } = useCallCommands();
  const note = useCallNote(call);
  const [problem, setProblem] = useState('');
  const isSaving = useRef(false);
  const navigate = useNavigate();
  const guard = useTapGuard();
  const clock = toWallClock(now(), config.zone);
  const name = call.name || formatPhone(call.phone);
  const handleOutcome = async (outcome: Conclusion['outcome'], callBackOn = '') => {
    if (isSaving.current) return;
    isSaving.current = true;
    setProblem('');
    try {
      const concluded = await conclude(call, { outcome, note: note.take(), callBackOn });
      if (concluded.ok) {
        onClose();
        if (callBackOn) notifyCallBack(callBackOn, () => void restore(concluded.value));
      } else setProblem(texts[concluded.problem.reason]);
      return concluded.ok;
    } catch (cause) {
      setProblem(uiTexts.systemError);
      throw cause;
    } finally {
      isSaving.current = false;
    }
  };
  const notifyCallBack = (callBackOn: string, onSelect: () => void) => {
    const day = describeCallBack(callBackOn, clock).text;
    const action = { label: contactTexts.takeBack, onSelect };
    notify({ title: texts.callBack, message: texts.planned(name, day), action });
  };
  const handleOrder = async (form: string) => {
    if (await handleOutcome('reached')) navigate(`${form}?contact=${encodeURIComponent(call.contact)}`);
  };
  const handleClose = () => {
    void leaveUnanswered(call);
    onClose();
  };
  return (
    <BottomSheet open focusTitle onClose={handleClose} title={texts.askTitle(name)}>
      <div className={styles.stack} onClickCapture={guard}>
        <fieldset className={styles.stack} aria-label={texts.whatCame}>
          {call.contact !== '' && (
            <div className={styles.choices}>
              <Button kind="primary" size="large" onClick={() => void handleOrder(paths.orderAddBasa)}>
                {texts.home}
              </Button>
              <Button kind="primary" size="large" onClick={() => void handleOrder(paths.orderAddPoint)}>
                {texts.workshop}
              </Button>
            </div>
          )}
          <Button size="large" onClick={() => void handleOutcome('call-back', callBackDays(clock).tomorrow)}>
            {texts.callBackTomorrow}
          </Button>
          <div className={styles.choices}>
            <Button size="large" onClick={() => void handleOutcome('reached')}>
              {texts.reached}
            </Button>
            <Button size="large" onClick={() => void handleOutcome('no-answer')}>
              {texts.noAnswer}
            </Button>
          </div>
        </fieldset>
        <ProblemLine>{problem}</ProblemLine>
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={NOTE_MAX}
          enterKeyHint="done"
          value={note.text}
          onChange={event => note.change(event.target.value)}
        />
        <CallBackChoice now={clock} onChoose={day => void handleOutcome('call-back', day)} />
      </div>
    </BottomSheet>
  );
}

/** So long after it has appeared nothing in it can be pressed: the tap was meant for what stood there before. */
export const TAPS_IGNORED_MS = 400;

function useTapGuard() {
  const isOpen = useRef(false);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      isOpen.current = true;
    }, TAPS_IGNORED_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (event: MouseEvent) => {
    if (isOpen.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function CallBackChoice({ now, onChoose }: { now: WallClock; onChoose: (callBackOn: string) => void }) {
  const headingId = useId();
  const { today, evening } = callBackDays(now);
  const [day, setDay] = useState<string | null>(null);
  const [error, setError] = useState('');
  const handleDay = () => {
    if (!day) setError(texts.chooseDay);
    else if (day < today) setError(texts.dayIsOver);
    else onChoose(day);
  };
  return (
    <fieldset className={styles.stack} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {texts.callBack}
      </h3>
      <div className={styles.choices}>
        <Button onClick={() => onChoose(evening)}>{texts.thisEvening}</Button>
        {day === null && <Button onClick={() => setDay('')}>{texts.otherDay}</Button>}
      </div>
      {day !== null && (
        <>
          <DateField
            label={texts.day}
            min={today}
            autoFocus
            value={day}
            error={error || undefined}
            onChange={chosen => {
              setDay(chosen);
              setError('');
            }}
          />
          <Button kind="primary" onClick={handleDay}>
            {texts.callBackThen}
          </Button>
        </>
      )}
    </fieldset>
  );
}

const NOTE_DELAY_MS = SECOND_MS;

/** [S9] The note of a call is kept with the call while it is typed; what was agreed last time is its beginning. */
function useCallNote(call: Call) {
  const { keepNote, earlierNote } = useCallCommands();
  const [text, setText] = useState(call.note);
  const waiting = useRef<{ text: string; timer: number } | null>(null);
  const isTouched = useRef(call.note !== '');

  useEffect(() => {
    void earlierNote(call).then(earlier => {
      if (!isTouched.current) setText(earlier);
    });
  }, [call, earlierNote]);

  const flush = useCallback(() => {
    const held = waiting.current;
    if (!held) return;
    window.clearTimeout(held.timer);
    waiting.current = null;
    void keepNote(call, held.text);
  }, [call, keepNote]);

  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [flush]);

  return {
    text,
    change(next: string) {
      isTouched.current = true;
      setText(next);
      window.clearTimeout(waiting.current?.timer);
      waiting.current = { text: next, timer: window.setTimeout(flush, NOTE_DELAY_MS) };
    },
    /** The note for good; whatever still waited to be kept is kept with it. */
    take() {
      window.clearTimeout(waiting.current?.timer);
      waiting.current = null;
      return text;
    },
  };
}
