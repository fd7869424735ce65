import { useEffect, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { useCallCommands } from '#state/calls.ts';
import type { Call } from '#storage/outbox-db.ts';

const NOTE_DELAY_MS = SECOND_MS;

/** [S9] The note of a call is kept with the call while it is typed; what was agreed last time is its beginning. */
export function useCallNote(call: Call) {
  const { keepNote, earlierNote } = useCallCommands();
  const [text, setText] = useState(call.note);
  const waiting = useRef<{ text: string; timer: number } | null>(null);
  const isTouched = useRef(call.note !== '');

  useEffect(() => {
    void earlierNote(call).then(earlier => {
      if (!isTouched.current) setText(earlier);
    });
  }, [call, earlierNote]);

  useEffect(() => {
    const flush = () => {
      const held = waiting.current;
      if (!held) return;
      window.clearTimeout(held.timer);
      waiting.current = null;
      void keepNote(call, held.text);
    };
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [call, keepNote]);

  return {
    text,
    change(next: string) {
      isTouched.current = true;
      setText(next);
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      const timer = window.setTimeout(() => {
        waiting.current = null;
        void keepNote(call, next);
      }, NOTE_DELAY_MS);
      waiting.current = { text: next, timer };
    },
    /** The note for good; whatever still waited to be kept is kept with it. */
    take() {
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      waiting.current = null;
      return text;
    },
  };
}
