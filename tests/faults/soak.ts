/**
 * `npm run soak -- --minutes 60`: the mutants, the model and the comparison, and then the nemesis for so many minutes.
 * Writes FIGURES.md, after each round anew; ends with 1 when anything was found. `--seed` plays the same plans again.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import plantDemoData from '#tests/support/demo-data.ts';
import { compare } from './comparison/compare.ts';
import { type AllFigures, addFaults, type ModelFigures, NO_NEMESIS } from './figures.ts';
import { figuresPage } from './figures-page.ts';
import { type Attack, attack, sweepCrashPoints } from './model/attack.ts';
import { killAll } from './mutants/kill-all.ts';
import { removeSecondBuild } from './nemesis/build-second.ts';
import { runNemesis } from './nemesis/nemesis.ts';
import { addFigures } from './nemesis/verdict/verdict.ts';

const PAGE = 'tests/faults/FIGURES.md';

/** On each kind of backend. */
const MODEL_RUNS = 2_000;

/** For each of those who are compared. */
const COMPARE_MINUTES = 1;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('--minutes takes a number above 0, --seed a whole number');
  process.exit(1);
}

const findings: string[] = [];
const [cpu] = cpus();
let figures: AllFigures = {
  command: `npm run soak -- --minutes ${minutes} --seed ${seed}`,
  at: new Date().toISOString().slice(0, 16).replace('T', ' '),
  machine: `${cpus().length} × ${cpu?.model ?? 'CPU'}, Linux ${release()}, Node ${process.version}`,
  model: { runs: 0, steps: 0, crashPoints: 0, faults: {} },
  mutants: [],
  nemesis: NO_NEMESIS,
  compared: [],
};

function note(more: Partial<AllFigures>, found: readonly string[] = []): void {
  figures = { ...figures, ...more };
  findings.push(...found);
  for (const finding of found) console.error(`FOUND ${finding}`);
  writeFileSync(PAGE, figuresPage(figures));
}

async function attackModel(): Promise<void> {
  for (const keyed of [true, false]) {
    noteModel(await sweepCrashPoints({ keyed }));
    noteModel(await attack({ seed, runs: MODEL_RUNS, keyed }));
  }
}

function noteModel({ figures: more, finding }: Attack): void {
  const { model } = figures;
  const sum: ModelFigures = {
    runs: model.runs + more.runs,
    steps: model.steps + more.steps,
    crashPoints: model.crashPoints + more.crashPoints,
    faults: addFaults(model.faults, more.faults),
  };
  note({ model: sum }, finding ? [`model: [${finding.rule}] ${JSON.stringify(finding)}`] : []);
}

async function attackBrowsers(): Promise<void> {
  let rounds = 0;
  await runNemesis({ seed, minutes }, ({ figures: more, findings: found, plan }) => {
    rounds += 1;
    note(
      { nemesis: addFigures(figures.nemesis, more) },
      found.map(finding => `nemesis: ${finding}\n${plan}`),
    );
    console.log(`round ${rounds}: ${more.acknowledged} entries, ${found.length} findings`);
  });
}

if (spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
  process.exit(1);
console.log(figures.command);
const mutants = await killAll();
note(
  { mutants },
  mutants
    .filter(({ killedBy }) => killedBy === '')
    .map(({ name, rule }) => `mutant lives: ${name} (${rule})`),
);
await attackModel();
const forgetDemoData = await plantDemoData();
try {
  note({ compared: await compare({ seed, minutes: COMPARE_MINUTES }) });
  await attackBrowsers();
} finally {
  await removeSecondBuild();
  forgetDemoData();
}
console.log(figuresPage(figures));
console.log(findings.length === 0 ? 'Nothing was found.' : `${findings.length} found, see above.`);
process.exit(findings.length === 0 ? 0 : 1);
