import type { MutantVerdict } from '../figures.ts';
import { type Attackers, buildMutant, openWorkshop } from './build-mutant.ts';
import { type Lane, openLane } from './lane.ts';
import type { Finding, Mutant } from './mutant.ts';
import { mutants } from './table.ts';

/** Mutants under attack at the same time. */
const ABREAST = 2;

/**
 * Attacks every mutant and tells how each was found: by the scripts, or by the model where the scripts find nothing.
 * The verdicts mean something only while the engine as it is passes, so that is tried first.
 */
export async function killAll(
  attackers: readonly Attackers[] = ['scripts', 'model'],
): Promise<MutantVerdict[]> {
  const workshop = openWorkshop();
  const lanes = Array.from({ length: ABREAST }, openLane);
  try {
    const [first] = lanes;
    const finding = first && (await attack(workshop.folder, first, null, attackers.slice(0, 1)));
    if (finding) throw new Error(`The engine as it is breaks a rule: ${finding.message}`);
    return await killEach(workshop.folder, lanes, attackers);
  } finally {
    for (const lane of lanes) lane.close();
    workshop.close();
  }
}

async function killEach(
  folder: string,
  lanes: readonly Lane[],
  attackers: readonly Attackers[],
): Promise<MutantVerdict[]> {
  const waiting = [...mutants.entries()];
  const verdicts: MutantVerdict[] = [];
  const work = async (lane: Lane) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      verdicts[at] = verdictOn(mutant, await attack(folder, lane, mutant, attackers));
    }
  };
  await Promise.all(lanes.map(work));
  return verdicts;
}

/** What the first of the attackers finds that finds anything. */
async function attack(
  folder: string,
  lane: Lane,
  mutant: Mutant | null,
  attackers: readonly Attackers[],
): Promise<Finding | null> {
  for (const who of attackers) {
    const finding = await lane.attack(await buildMutant(folder, mutant, who), mutant?.rules ?? []);
    if (finding) return finding;
  }
  return null;
}

/** A mutant counts as found only by the name of a rule that it breaks. */
function verdictOn({ name, rules }: Mutant, finding: Finding | null): MutantVerdict {
  const isNamed = finding !== null && rules.includes(finding.rule);
  // Found by another rule: said, because then the table is wrong, or a script is.
  const told = finding && !isNamed ? `${name} (found as ${finding.message})` : name;
  return { name: told, rule: rules.join(' '), killedBy: isNamed ? finding.by : '' };
}
