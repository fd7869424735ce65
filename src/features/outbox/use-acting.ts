import { useState } from 'react';
import type { Result } from '#kit/result.ts';
import type { Refusal } from '#sync/outbox.ts';
import { refusalText } from './refusal-text.ts';

export type Acting = { run: (action: () => Promise<Result<unknown, Refusal>>) => void; refusal: string };

/** Runs one action on an entry: success closes the sheet, a refusal is said in it. */
export function useActing(onClose: () => void): Acting {
  const [refusal, setRefusal] = useState('');
  const run: Acting['run'] = action => {
    setRefusal('');
    void action().then(done => (done.ok ? onClose() : setRefusal(refusalText(done.problem))));
  };
  return { run, refusal };
}
