import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/clock.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { openFormDraft } from '#sync/form-draft.ts';
import type { DraftRef } from '#sync/settle-draft.ts';
import { useDevice } from './device-context.ts';

/** [S9] At most this long after a keystroke the draft is on the device. */
const DRAFT_DELAY_MS = SECOND_MS;

export type DraftOf<Value> = {
  /** undefined while it is looked for, null if there is none. */
  found: Value | null | undefined;
  save(value: Value): void;
  /** For an enqueue, so that both change in one transaction: all that was typed is in the draft by then. */
  take(): DraftRef;
  /** Removes the draft; what another window has typed stays ([S32]). */
  clear(): Promise<void>;
};

/**
 * Keeps what is typed into a form; `instance` tells apart several drafts of one form. `restores`: whether the form begins
 * with the draft that is found, which then goes with what is made of it.
 */
export function useDraft<Value>(form: string, instance: string, { restores = true } = {}): DraftOf<Value> {
  const device = useDevice();
  const { beforeClose } = device.db;
  const owner = device.session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  const [found, setFound] = useState<Value | null>();
  const waiting = useRef<{ value: Value; timer: number } | null>(null);
  // Read at once: an effect comes after the first commit.
  const draft = useMemo(
    () => openFormDraft(device, { place: `${ownerKey}|${form}|${instance}`, ownerKey, form }, { restores }),
    [device, ownerKey, form, instance, restores],
  );

  const flush = useCallback(() => {
    const held = waiting.current;
    if (!held) return;
    window.clearTimeout(held.timer);
    waiting.current = null;
    // [S30] After a sign-out nothing that was typed is left.
    if (device.session.lastOwner()) void draft.save(held.value);
  }, [draft, device]);

  useEffect(() => {
    void draft.reading.then(value => setFound(value as Value | null)); // this form wrote it
    const handleClose = () => {
      if (waiting.current) draft.saveLeaving(waiting.current.value);
    };
    const handleHide = () => {
      handleClose();
      flush();
    };
    document.addEventListener('visibilitychange', handleHide);
    window.addEventListener('pagehide', handleHide);
    beforeClose.add(handleClose);
    return () => {
      flush();
      document.removeEventListener('visibilitychange', handleHide);
      window.removeEventListener('pagehide', handleHide);
      beforeClose.delete(handleClose);
    };
  }, [draft, flush, beforeClose]);

  return useMemo(
    () => ({
      found,
      save(value) {
        waiting.current = {
          value,
          timer: waiting.current?.timer ?? window.setTimeout(flush, DRAFT_DELAY_MS),
        };
      },
      take() {
        flush();
        return draft.take();
      },
      clear() {
        if (waiting.current) window.clearTimeout(waiting.current.timer);
        waiting.current = null;
        return draft.clear();
      },
    }),
    [found, flush, draft],
  );
}
