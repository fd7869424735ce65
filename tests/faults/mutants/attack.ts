import { SECOND_MS } from '#kit/clock.ts';
import { type Collected, collected } from './collect.ts';

/** A rule that does not hold; `by` is who found it. */
export type Finding = { rule: string; message: string; by: string };

/** A test takes milliseconds; one that takes so long waits for what will never come. */
const PATIENCE_MS = 8 * SECOND_MS;

import.meta.glob('/tests/sync/rules/*.test.ts', { eager: true });

const { setTimeout: later, clearTimeout: forget } = globalThis;

/** The rule that a test's title names. */
function ruleOf({ title }: Collected): string {
  return /\[(S\d+)\]/.exec(title)?.[1] ?? '';
}

async function attempt(test: Collected): Promise<Finding | null> {
  const { title } = test;
  const finding = (why: string): Finding => ({
    rule: ruleOf(test),
    message: `${title}: ${why}`,
    by: `«${title}»`,
  });
  return new Promise(resolve => {
    const patience = later(() => resolve(finding('it never ends')), PATIENCE_MS);
    const end = (found: Finding | null) => {
      forget(patience);
      resolve(found);
    };
    const fail = (cause: unknown) => end(finding(cause instanceof Error ? cause.message : String(cause)));
    Promise.resolve()
      .then(test.run)
      .then(() => end(null), fail);
  });
}

/** The first test that fails. Those that name a suspected rule are run first; in the end all are. */
export async function attackOutbox(suspected: readonly string[]): Promise<Finding | null> {
  const isSuspected = (test: Collected) => suspected.includes(ruleOf(test));
  const inOrder = [...collected.filter(isSuspected), ...collected.filter(test => !isSuspected(test))];
  for (const test of inOrder) {
    const finding = await attempt(test);
    if (finding) return finding;
  }
  return null;
}
