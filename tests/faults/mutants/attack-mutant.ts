import 'fake-indexeddb/auto';
import { SECOND_MS } from '#kit/clock.ts';
import { guards } from './guards/all.ts';
import type { Guard } from './world.ts';

/** A rule that does not hold; `by` is who found it. */
export type Finding = { rule: string; message: string; by: string };

/** A script takes milliseconds; one that takes so long waits for what will never come. */
const PATIENCE_MS = 8 * SECOND_MS;

const unhandled: unknown[] = [];
process.on('unhandledRejection', cause => unhandled.push(cause));

const laterOn = globalThis.setTimeout;

async function attempt({ rule, name, run }: Guard): Promise<Finding | null> {
  const by = `guard «${name}»`;
  const finding = (why: string) => ({ rule, message: `[${rule}] ${name}: ${why}`, by });
  const never = new Promise<Finding>(resolve => {
    laterOn(() => resolve(finding('it never ends')), PATIENCE_MS);
  });
  const running = run().then(
    () => null,
    cause => finding(cause instanceof Error ? cause.message : String(cause)),
  );
  return Promise.race([running, never]);
}

async function findByGuards(chosen: readonly Guard[]): Promise<Finding | null> {
  for (const each of chosen) {
    const finding = await attempt(each);
    if (finding) return finding;
  }
  return null;
}

/** What is named as broken is looked at first; in the end everything is. */
async function attackEngine(suspected: readonly string[]): Promise<Finding | null> {
  const isSuspected = ({ rule }: Guard) => suspected.includes(rule);
  const first = await findByGuards(guards.filter(isSuspected));
  if (first) return first;
  const other = await findByGuards(guards.filter(each => !isSuspected(each)));
  if (other) return other;
  const [cause] = unhandled;
  return cause === undefined ? null : { rule: '', message: `unhandled: ${cause}`, by: 'the process' };
}

const found = await attackEngine((process.argv[2] ?? '').split(' '));
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
