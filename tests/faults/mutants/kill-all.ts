import type { MutantVerdict } from '../figures.ts';
import type { Finding } from './attack-mutant.ts';
import { buildMutant, openWorkshop, runBundle } from './build-mutant.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './table.ts';

/** Mutants under attack at the same time. */
const ABREAST = 2;

/** What the attack finds in the engine as it is: null when everything holds. */
export async function attackUnchanged(): Promise<Finding | null> {
  const workshop = openWorkshop();
  try {
    return await attack(workshop.folder, 'unchanged', null);
  } finally {
    workshop.close();
  }
}

/** Attacks every mutant and tells how each was found. */
export async function killAll(): Promise<MutantVerdict[]> {
  const workshop = openWorkshop();
  const waiting = [...mutants.entries()];
  const verdicts: MutantVerdict[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      verdicts[at] = verdictOn(mutant, await attack(workshop.folder, `mutant-${at}`, mutant));
    }
  };
  try {
    await Promise.all(Array.from({ length: ABREAST }, work));
    return verdicts;
  } finally {
    workshop.close();
  }
}

async function attack(folder: string, name: string, mutant: Mutant | null): Promise<Finding | null> {
  const file = await buildMutant(folder, name, mutant);
  const { said, isStuck } = await runBundle(file, [mutant?.rules.join(' ') ?? '']);
  const [rule = ''] = mutant?.rules ?? [];
  if (isStuck) return { rule, message: `[${rule}] stuck`, by: 'the time limit' };
  if (said === 'null' || said.startsWith('{"rule"')) return JSON.parse(said);
  return { rule: '', message: `the process died: ${said}`, by: 'the process' };
}

/** A mutant counts as found only by the name of a rule that it breaks. */
function verdictOn({ name, rules }: Mutant, finding: Finding | null): MutantVerdict {
  const isNamed = finding !== null && rules.includes(finding.rule);
  const killedBy = isNamed ? finding.by : '';
  const rule = rules.join(' ');
  // Found, but by another rule: shown, because the table or the script is wrong then.
  return { name: finding && !isNamed ? `${name} (found as: ${finding.message})` : name, rule, killedBy };
}
