import type { MutantVerdict } from '../figures.ts';
import type { Attackers, Finding } from './attack-mutant.ts';
import { buildMutant, openWorkshop, runBundle } from './build-mutant.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './table.ts';

/** Mutants under attack at the same time. */
const ABREAST = 2;

/**
 * Attacks every mutant and tells how each was found. The verdicts mean something only while the engine as it is passes
 * the same scripts, so that is tried first.
 */
export async function killAll(attackers: Attackers = 'scripts and model'): Promise<MutantVerdict[]> {
  const workshop = openWorkshop();
  try {
    const finding = await attack(workshop.folder, null, 'scripts');
    if (finding) throw new Error(`The engine as it is breaks a rule: ${finding.message}`);
    return await killEach(workshop.folder, attackers);
  } finally {
    workshop.close();
  }
}

async function killEach(folder: string, attackers: Attackers): Promise<MutantVerdict[]> {
  const waiting = [...mutants.entries()];
  const verdicts: MutantVerdict[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      verdicts[at] = verdictOn(mutant, await attack(folder, mutant, attackers));
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return verdicts;
}

async function attack(folder: string, mutant: Mutant | null, attackers: Attackers): Promise<Finding | null> {
  const rules = mutant?.rules ?? [];
  const { said, isStuck } = await runBundle(await buildMutant(folder, mutant), [attackers, ...rules]);
  const [rule = ''] = rules;
  if (isStuck) return { rule, message: `[${rule}] it never ends`, by: 'the time limit' };
  if (said === 'null' || said.startsWith('{"rule"')) return JSON.parse(said);
  return { rule: '', message: `the process died: ${said}`, by: 'the process' };
}

/** A mutant counts as found only by the name of a rule that it breaks. */
function verdictOn({ name, rules }: Mutant, finding: Finding | null): MutantVerdict {
  const isNamed = finding !== null && rules.includes(finding.rule);
  // Found by another rule: said, because then the table is wrong, or a script is.
  const told = finding && !isNamed ? `${name} (found as ${finding.message})` : name;
  return { name: told, rule: rules.join(' '), killedBy: isNamed ? finding.by : '' };
}
