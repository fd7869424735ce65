import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ATTACKS_FILE, attacksIn } from '#tests/support/attacks.ts';
import plantDemoData from '#tests/support/demo-data.ts';
import type { Generation } from '#tests/support/laravel/call.ts';
import { compareQueues } from './comparison/compare.ts';
import {
  type AllFigures,
  addFaults,
  type ModelFigures,
  type NemesisFigures,
  NO_FIGURES,
  NO_NEMESIS,
  PARTS,
  type Part,
} from './figures.ts';
import { figuresPage } from './figures-page.ts';
import type { Attack } from './model/attack.ts';
import { killAll } from './mutants/kill-all.ts';
import { removeSecondBuild } from './nemesis/builds.ts';
import { runNemesis } from './nemesis/nemesis.ts';
import { addFigures } from './nemesis/verdict.ts';

/**
 * `npm run soak -- --minutes 60`: the nemesis for so many minutes, and as many on each generation of the firm's own
 * backend, then the model, the mutants, the tests that count attacks, and the comparison.
 * `--only <part>` (repeatable) runs some of them, `--seed <n>` plays the same plans again. What is counted is kept in
 * .faults/ and written to FIGURES.md after each step; ends with 1 when anything was found.
 */

const FOLDER = '.faults';
const KEPT = `${FOLDER}/figures.json`;
const PAGE = 'tests/faults/FIGURES.md';

/** On each kind of backend. */
const MODEL_RUNS = 3_000;

/** Vitest over every test that imports the file. */
const COUNTING_TESTS = [
  ...['node_modules/vitest/vitest.mjs', 'related', 'tests/support/attacks.ts', '--run'],
];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const wanted = PARTS.filter(part => !values.only || values.only.includes(part));
if (!(minutes > 0) || !Number.isInteger(seed) || wanted.length === 0) {
  console.error(`--minutes takes a number above 0, --seed a whole number, --only one of ${PARTS.join(', ')}`);
  process.exit(1);
}

const findings: string[] = [];
const [cpu] = cpus();
// Written by an earlier run of this very script.
const kept: Partial<AllFigures> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
let figures: AllFigures = { ...NO_FIGURES, ...kept };

function begin(part: Part): void {
  const only = values.only ? ` --only ${part}` : '';
  const length = /^(nemesis|laravel)/.test(part) ? ` --minutes ${minutes}` : '';
  const run = {
    command: `npm run soak --${only}${length} --seed ${seed}`,
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: `${cpus().length} × ${cpu?.model ?? 'CPU'}, Linux ${release()}, Node ${process.version}`,
  };
  console.log(`${part}: ${run.command}`);
  note({ runs: { ...figures.runs, [part]: run } });
}

function note(more: Partial<AllFigures>, found: readonly string[] = []): void {
  figures = { ...figures, ...more };
  findings.push(...found);
  for (const finding of found) console.error(`FOUND ${finding}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(KEPT, JSON.stringify(figures));
  writeFileSync(PAGE, figuresPage(figures));
}

const ATTACKS: Readonly<Record<Part, () => Promise<void>>> = {
  nemesis: () => attackBrowsers({}, nemesis => ({ nemesis })),
  'laravel-5.4': () => attackLaravel('5.4'),
  'laravel-8': () => attackLaravel('8'),
  async model() {
    note({ model: NO_FIGURES.model });
    await Promise.all(['keyed', 'legacy'].map(attackModel));
  },
  async mutants() {
    const mutants = await killAll();
    const alive = mutants.filter(({ killedBy }) => killedBy === '');
    note(
      { mutants },
      alive.map(({ name, rule }) => `a mutant lives: ${name} (${rule})`),
    );
  },
  async comparison() {
    note({ comparison: await compareQueues() });
  },
  async tests() {
    const file = resolve(FOLDER, 'attacks.jsonl');
    rmSync(file, { force: true });
    const { status } = spawnSync(process.execPath, COUNTING_TESTS, {
      stdio: 'inherit',
      env: { ...process.env, [ATTACKS_FILE]: file },
    });
    note({ tests: attacksIn(file) }, status === 0 ? [] : ['a test that counts attacks failed, see above']);
  },
};

async function attackLaravel(generation: Generation): Promise<void> {
  await attackBrowsers({ generation }, sum => ({ laravel: { ...figures.laravel, [generation]: sum } }));
}

/** `keep` says where the sum of the rounds stands among the figures. */
async function attackBrowsers(
  options: { generation?: Generation },
  keep: (sum: NemesisFigures) => Partial<AllFigures>,
): Promise<void> {
  let sum = NO_NEMESIS;
  note(keep(sum));
  let rounds = 0;
  await runNemesis({ seed, minutes, ...options }, ({ figures: more, findings: found, failedSteps, plan }) => {
    rounds += 1;
    sum = addFigures(sum, more);
    note(
      keep(sum),
      found.map(finding => `${finding}\n${plan}`),
    );
    const summary = `${more.acknowledged} entries, ${found.length} findings, ${failedSteps.length} steps not done`;
    console.log(`round ${rounds}: ${summary}`);
    for (const failedStep of failedSteps) console.log(`  ${failedStep}`);
  });
  await removeSecondBuild();
}

async function attackModel(kind: string): Promise<void> {
  const child = fork('tests/faults/model/attack-process.ts', [kind, String(seed), String(MODEL_RUNS)]);
  child.on('message', said => noteModel(said as Attack)); // attack-process.ts sends nothing else
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (code !== 0) throw new Error(`the process of the ${kind} model died: ${code ?? signal}`);
}

function noteModel({ figures: more, finding }: Attack): void {
  const { model } = figures;
  const sum: ModelFigures = {
    runs: model.runs + more.runs,
    steps: model.steps + more.steps,
    entries: model.entries + more.entries,
    crashPoints: model.crashPoints + more.crashPoints,
    faults: addFaults(model.faults, more.faults),
  };
  note({ model: sum }, finding ? [`[${finding.rule}] ${JSON.stringify(finding)}`] : []);
}

if (spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
  process.exit(1);
const forgetDemoData = await plantDemoData();
try {
  for (const part of wanted) {
    begin(part);
    await ATTACKS[part]();
  }
} finally {
  forgetDemoData();
}
console.log(findings.length === 0 ? 'Nothing was found.' : `${findings.length} found, see above.`);
process.exit(findings.length === 0 ? 0 : 1);
