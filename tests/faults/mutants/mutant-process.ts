import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { SECOND_MS } from '#kit/clock.ts';
import type { Finding } from './attack.ts';

/** Longer than all tests together on a busy machine: who needs more hangs. */
const LIMIT_MS = 120 * SECOND_MS;

/** So many engines in one process; then a fresh one, so that what they leave behind does not add up. */
const MUTANTS_EACH = 12;

/** A process in which one bundle after another attacks its engine: starting one costs more than most attacks. */
export type MutantProcess = {
  attack(file: string, rules: readonly string[]): Promise<Finding | null>;
  close(): void;
};

/** A mutant process that has not started yet. One that hangs, or dies, is replaced. */
export function startMutantProcess(): MutantProcess {
  let child: ChildProcess | null = null;
  let attacked = 0;
  const close = () => {
    child?.kill('SIGKILL');
    child = null;
  };
  return {
    close,
    async attack(file, rules) {
      if (!child || attacked === MUTANTS_EACH) {
        close();
        child = start();
        attacked = 0;
      }
      attacked += 1;
      const finding = await hear(child, { file, rules: [...rules] });
      if (finding?.isLast) close();
      return finding;
    },
  };
}

function start(): ChildProcess {
  // Dexie looks for the database when it is loaded, whatever file of a bundle loads it first.
  const imports = ['--import', 'fake-indexeddb/auto', '--import', 'axios'];
  return spawn(process.execPath, [...imports, resolve('tests/faults/mutants/mutant-process.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** `isLast`: this process is of no more use. */
type Heard = (Finding & { isLast: boolean }) | null;

function hear(child: ChildProcess, order: { file: string; rules: string[] }): Promise<Heard> {
  const [rule = ''] = order.rules;
  return new Promise(settle => {
    const end = (heard: Heard) => {
      clearTimeout(watch);
      child.removeAllListeners();
      settle(heard);
    };
    const stuck = { rule, message: `[${rule}] it never ends`, by: 'the time limit', isLast: true };
    const watch = setTimeout(() => end(stuck), LIMIT_MS);
    child.once('message', said => {
      const found = said as Finding | null; // mutant-process.mjs sends nothing else
      // What was waited for in vain may still come, and disturb the next.
      end(found && { ...found, isLast: found.message.endsWith('it never ends') });
    });
    child.once('exit', code => end({ rule: '', message: `the process died: ${code}`, by: '', isLast: true }));
    child.send(order);
  });
}
