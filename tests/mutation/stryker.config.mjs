/** `tests/README.md` says how it is run. Stryker is fetched when it is asked for. */
import { part } from './parts.mjs';

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/sample.mjs'],
  checkers: ['sample'],
  reporters: ['killed', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `.mutation/${process.env.MUTATION_PART ?? 'floors'}.json` },
  mutate: [...part.mutate, '!**/*.test.{ts,tsx}'],
  ignorePatterns: ['dist', '.data', '.mutation'],
  // It reads tsconfig.json with TypeScript's own library, which version 7 does not have.
  tsconfigFile: 'none.json',
  // A mutant of what is done while a module is loaded would load everything anew.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 60,
};
