import { SECOND_MS } from '#kit/clock.ts';
import { guards } from './guards/all.ts';
import type { Guard } from './world.ts';

/** A rule that does not hold; `by` is who found it. */
export type Finding = { rule: string; message: string; by: string };

/** A script takes milliseconds; one that takes so long waits for what will never come. */
const PATIENCE_MS = 8 * SECOND_MS;

/** What the model gets where every script has found nothing, for each kind of backend. */
const MODEL = { seed: 1, runs: 60, shrinks: false };

const unhandled: unknown[] = [];
process.on('unhandledRejection', cause => unhandled.push(cause));

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

async function findByModel(): Promise<Finding | null> {
  const { attack } = await import('../model/attack.ts');
  for (const keyed of [true, false]) {
    const { finding } = await attack({ ...MODEL, keyed });
    if (finding)
      return { rule: finding.rule, message: `[${finding.rule}] ${finding.message}`, by: 'the model' };
  }
  return null;
}

/** `scripts` alone, with the `model` where they find nothing, or the model alone. */
export type Attackers = 'scripts' | 'scripts and model' | 'model';

/** What is suspected is looked at first; in the end everything is. */
async function attackEngine(suspected: readonly string[], attackers: Attackers): Promise<Finding | null> {
  if (attackers === 'model') return findByModel();
  const isSuspected = ({ rule }: Guard) => suspected.includes(rule);
  const inOrder = [...guards.filter(isSuspected), ...guards.filter(each => !isSuspected(each))];
  const found = await findByScripts(inOrder);
  if (found) return found;
  if (unhandled.length > 0) return { rule: '', message: `unhandled: ${unhandled[0]}`, by: 'the process' };
  return attackers === 'scripts' ? null : findByModel();
}

const [attackers, ...suspected] = process.argv.slice(2);
const found = await attackEngine(suspected, attackers as Attackers); // build-mutant.ts says which
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
