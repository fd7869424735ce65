import { useMemo } from 'react';
import type { Result } from '#kit/result.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import type { Outbox, Refusal } from '#sync/outbox.ts';
import { type Device, useDevice } from './device-context.ts';

/** The outbox as screens use it: everything is kept first, then a pass is asked for. */
export type Commands = Omit<Outbox, 'enqueue' | 'enqueueAll'> & {
  enqueue(command: Command): Promise<Result<Entry | null, Refusal>>;
  enqueueAll(commands: readonly Command[]): Promise<Result<null, Refusal>>;
};

export function useCommand(): Commands {
  const device = useDevice();
  return useMemo(() => {
    const { outbox } = device;
    const thenSend = <Saved extends AnyResult>(saving: Promise<Saved>) => sendAfter(device, saving);
    return {
      enqueue: command => thenSend(outbox.enqueue(currentOwner(device), command)),
      enqueueAll: commands => thenSend(outbox.enqueueAll(currentOwner(device), commands)),
      correct: (...given) => thenSend(outbox.correct(...given)),
      retry: id => thenSend(outbox.retry(id)),
      discard: (...given) => thenSend(outbox.discard(...given)),
      answer: (...given) => thenSend(outbox.answer(...given)),
    };
  }, [device]);
}

type AnyResult = Result<unknown, unknown>;

/** Asks for a pass once something was saved. */
export async function sendAfter<Saved extends AnyResult>(
  device: Device,
  saving: Promise<Saved>,
): Promise<Saved> {
  const saved = await saving;
  if (saved.ok) {
    device.afterSave();
    void device.runner.wake('saved');
  }
  return saved;
}

export function currentOwner({ session }: Device): Owner {
  const owner = session.lastOwner();
  if (!owner) throw new Error('Nothing can be saved before the first sign-in');
  return owner;
}
