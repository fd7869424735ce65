import { useMemo } from 'react';
import type { Result } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import type { Outbox, Refusal } from '#sync/outbox.ts';
import { useDevice } from './device.ts';

/** The outbox as screens use it: everything is kept first, then a pass is asked for. */
export type Commands = Omit<Outbox, 'enqueue' | 'enqueueAll'> & {
  enqueue(command: Command): Promise<Result<Entry | null, Refusal>>;
  enqueueAll(commands: readonly Command[]): Promise<Result<null, Refusal>>;
};

/** Writes through the outbox, as the signed-in user. */
export function useCommand(): Commands {
  const device = useDevice();
  return useMemo(() => {
    const { outbox, runner, session, afterSave } = device;
    const thenSend = async <Value>(saving: Promise<Result<Value, Refusal>>) => {
      const saved = await saving;
      if (saved.ok) {
        afterSave();
        void runner.wake('saved');
      }
      return saved;
    };
    const currentOwner = () => {
      const owner = session.lastOwner();
      if (!owner) throw new Error('Nothing can be saved before the first sign-in');
      return owner;
    };
    return {
      enqueue: command => thenSend(outbox.enqueue(currentOwner(), command)),
      enqueueAll: commands => thenSend(outbox.enqueueAll(currentOwner(), commands)),
      correct: (id, payload, draftKey) => thenSend(outbox.correct(id, payload, draftKey)),
      retry: id => thenSend(outbox.retry(id)),
      discard: (...given) => thenSend(outbox.discard(...given)),
      answer: (...given) => thenSend(outbox.answer(...given)),
    };
  }, [device]);
}
