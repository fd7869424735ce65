import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { contentOf } from '#sync/drafts.ts';
import { saveTyped } from '#sync/save-typed.ts';
import type { DraftRef } from '#sync/settle-draft.ts';
import { useDevice } from './device-context.ts';

/** [S9] At most this long after a keystroke the draft is on the device. */
const DRAFT_DELAY_MS = SECOND_MS;

export type DraftOf<Value> = {
  /** undefined while it is looked for, null if there is none. */
  found: Value | null | undefined;
  /** Identifies the draft. */
  key: string;
  save(value: Value): void;
  /** For an enqueue, so that both change in one transaction: all that was typed is in the draft by then. */
  take(): DraftRef;
  /** Removes the draft, unless another window has gone on with it ([S32]). */
  clear(): Promise<void>;
};

/** Keeps what is typed into a form; `instance` tells apart several drafts of one form. */
export function useDraft<Value>(form: string, instance: string): DraftOf<Value> {
  const device = useDevice();
  const { drafts, session } = device;
  const owner = session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  const key = `${ownerKey}|${form}|${instance}`;
  const [found, setFound] = useState<Value | null>();
  const waiting = useRef<{ value: Value; timer: number } | null>(null);
  // What this window has read or written there last.
  const seen = useRef('');

  const flush = useCallback(() => {
    const held = waiting.current;
    if (!held) return;
    window.clearTimeout(held.timer);
    waiting.current = null;
    seen.current = contentOf(held.value);
    void saveTyped(device, { key, ownerKey, form, value: held.value });
  }, [device, key, ownerKey, form]);

  // Begun at once: an effect comes after the first commit.
  const reading = useMemo(
    () =>
      drafts.read(key).then(draft => {
        if (seen.current === '' && draft) seen.current = contentOf(draft.value);
        return draft;
      }),
    [drafts, key],
  );
  useEffect(() => {
    void reading.then(draft => setFound((draft?.value as Value | undefined) ?? null)); // this form wrote it
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [reading, flush]);

  return useMemo(
    () => ({
      found,
      key,
      save(value) {
        if (waiting.current) window.clearTimeout(waiting.current.timer);
        waiting.current = { value, timer: window.setTimeout(flush, DRAFT_DELAY_MS) };
      },
      take() {
        flush();
        return { draftKey: key, draftSeen: seen.current };
      },
      async clear() {
        if (waiting.current) window.clearTimeout(waiting.current.timer);
        waiting.current = null;
        await reading;
        await drafts.remove(key, seen.current);
      },
    }),
    [found, key, flush, reading, drafts],
  );
}
