import { SECOND_MS } from '#kit/clock.ts';
import { guards } from './guards/all.ts';
import type { Finding } from './mutant.ts';
import type { Guard } from './world.ts';

/** A script takes milliseconds; one that takes so long waits for what will never come. */
const PATIENCE_MS = 8 * SECOND_MS;

const { setTimeout: later, clearTimeout: forget } = globalThis;

async function attempt({ rule, name, run }: Guard): Promise<Finding | null> {
  const finding = (why: string): Finding => ({
    rule,
    message: `[${rule}] ${name}: ${why}`,
    by: `script «${name}»`,
  });
  return new Promise(resolve => {
    const patience = later(() => resolve(finding('it never ends')), PATIENCE_MS);
    const end = (found: Finding | null) => {
      forget(patience);
      resolve(found);
    };
    run().then(
      () => end(null),
      cause => end(finding(cause instanceof Error ? cause.message : String(cause))),
    );
  });
}

async function findByScripts(chosen: readonly Guard[]): Promise<Finding | null> {
  for (const each of chosen) {
    const finding = await attempt(each);
    if (finding) return finding;
  }
  return null;
}

/** What is suspected is looked at first; in the end everything is. */
export async function attackEngine(suspected: readonly string[]): Promise<Finding | null> {
  const isSuspected = ({ rule }: Guard) => suspected.includes(rule);
  const inOrder = [...guards.filter(isSuspected), ...guards.filter(each => !isSuspected(each))];
  return findByScripts(inOrder);
}
