import { DEMO_ACCOUNTS } from '#server/db/seed/demo.ts';
import { seededRandom } from '#server/db/seed/random.ts';
import { MEN, WOMEN } from '#server/db/seed/words.ts';

const SEED = 20_261_122;

/** The lists hold some 2,500 pairs; drawing the last of them would take for ever. */
const MOST = 2_000;

/** That many different names, none of them a demo account's, and always the same ones. */
export function inventNames(count: number): string[] {
  if (count > MOST) throw new Error(`There are no ${count} different names, only ${MOST}`);
  const random = seededRandom(SEED);
  const taken = new Set(DEMO_ACCOUNTS.map(({ name }) => name));
  const names: string[] = [];
  while (names.length < count) {
    const { first, last } = random.chance(0.6) ? WOMEN : MEN;
    const name = `${random.pick<string>(first)} ${random.pick<string>(last)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    names.push(name);
  }
  return names;
}
