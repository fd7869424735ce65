/** A text that stands in a source exactly once, and what stands there instead. */
export type Replacement = readonly [from: string, to: string];

/** The engine with one guard taken out. `rules`: one of them must be named by whoever finds it. */
export type Mutant = {
  name: string;
  rules: readonly string[];
  file: string;
  replace: readonly Replacement[];
};

/** Mutants of one file: each is its rules (divided by spaces), its name and its replacements. */
export function mutantsOf(
  file: string,
  rows: readonly (readonly [rules: string, name: string, ...replace: Replacement[]])[],
): Mutant[] {
  return rows.map(([rules, name, ...replace]) => ({ name, rules: rules.split(' '), file, replace }));
}
