import { readFileSync } from 'node:fs';

/** A text that stands in a source exactly once, and what stands there instead. */
export type Replacement = readonly [from: string, to: string];

/** The outbox with one guard taken out. `rules`: one of them must be named by whoever finds it. */
export type Mutant = {
  name: string;
  rules: readonly string[];
  file: string;
  replace: readonly Replacement[];
};

/**
 * One mutant for each guard that we could think of, from mutants.txt: `# file`, and below it for each mutant
 * `rules: name`, then lines that are taken out (`-`) and what stands there instead (`+`).
 */
export const mutants: readonly Mutant[] = readFileSync('tests/faults/mutants/mutants.txt', 'utf8')
  .split(/^# /m)
  .slice(1)
  .flatMap(section => {
    const [file = '', ...lines] = section.split('\n');
    return lines
      .join('\n')
      .split(/\n(?=S\d)|^(?=S\d)/)
      .filter(Boolean)
      .map(text => readMutant(file, text));
  });

function readMutant(file: string, text: string): Mutant {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const [, rules = '', name = ''] = /^([S\d ]+): (.+)$/.exec(title) ?? [];
  const hunks = [...lines.join('\n').matchAll(/((?:^-.*\n?)+)((?:^\+.*\n?)*)/gm)];
  const replace = hunks.map(([, taken = '', put = '']) => [unmarked(taken), unmarked(put)] as const);
  return { name, rules: rules.split(' '), file, replace };
}

function unmarked(lines: string): string {
  return lines.trimEnd().replaceAll(/^./gm, '');
}
