import type { MutantVerdict } from '../figures.ts';
import type { Finding } from './attack.ts';
import { buildMutant, openMutantFolder } from './build-mutant.ts';
import { type MutantProcess, startMutantProcess } from './mutant-process.ts';
import { type Mutant, mutants } from './mutants.ts';

/** Mutants under attack at the same time. */
const PARALLEL = 2;

/**
 * Runs the outbox's tests against every mutant and tells which one found it. The verdicts mean something only while the
 * engine as it is passes, so that is tried first.
 */
export async function killAll(): Promise<MutantVerdict[]> {
  const builder = openMutantFolder();
  const processes = Array.from({ length: PARALLEL }, startMutantProcess);
  const attack = async (mutantProcess: MutantProcess, mutant: Mutant | null) =>
    mutantProcess.attack(await buildMutant(builder.folder, mutant), mutant?.rules ?? []);
  const verdicts: MutantVerdict[] = [];
  const waiting = [...mutants.entries()];
  const work = async (mutantProcess: MutantProcess) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      verdicts[at] = verdictOn(mutant, await attack(mutantProcess, mutant));
    }
  };
  try {
    const [first] = processes;
    const finding = first && (await attack(first, null));
    if (finding) throw new Error(`The outbox as it is breaks a rule: ${finding.message}`);
    await Promise.all(processes.map(work));
    return verdicts;
  } finally {
    for (const mutantProcess of processes) mutantProcess.close();
    builder.close();
  }
}

/** A mutant counts as found only by the name of a rule that it breaks. */
function verdictOn({ name, rules }: Mutant, finding: Finding | null): MutantVerdict {
  const isNamed = finding !== null && rules.includes(finding.rule);
  // Found by another rule: said, because then the table is wrong, or a title is.
  const received = finding && !isNamed ? `${name} (found as ${finding.message})` : name;
  return { name: received, rule: rules.join(' '), killedBy: isNamed ? finding.by : '' };
}
