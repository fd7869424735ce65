import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countSuite, durationsOf } from './report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'promo-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const good = { status: 'passed', ancestorTitles: ['a list'], title: 'is sorted' };
const bad = {
  status: 'failed',
  ancestorTitles: ['a list', 'of people'],
  title: 'is never empty',
  failureMessages: [
    '\u001b[31mAssertionError\u001b[39m: expected [] to have a length\n\n- []\n+ [1]\n    at list.test.ts:3',
  ],
};

/** What is made of a report on one file, in which these tests ran. */
function count(tests, { exitCode = 0, folders = ['src/'], ...file } = {}) {
  const report = join(folder, 'report.json');
  const failed = tests.filter(test => test.status === 'failed').length;
  const path = resolve('src/list.test.ts');
  const result = { name: path, status: failed > 0 ? 'failed' : 'passed', assertionResults: tests, ...file };
  const passed = tests.filter(test => test.status === 'passed').length;
  writeFileSync(
    report,
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: [result] }),
  );
  return countSuite(report, folders, exitCode);
}

describe('what a report says', () => {
  it('is nothing but a number where all went well', () => {
    expect(count([good, good])).toEqual({ passed: 2, failed: 0, failures: [], notes: [] });
  });

  it('names each failed test with its file and its message, without colours and without the stack', () => {
    expect(count([good, bad], { exitCode: 1 })).toEqual({
      passed: 1,
      failed: 1,
      notes: [],
      failures: [
        'src/list.test.ts: a list > of people > is never empty\n  AssertionError: expected [] to have a length\n  \n  - []\n  + [1]',
      ],
    });
  });
});

describe('what a report hides', () => {
  it('is a file that could not be loaded', () => {
    const broken = { status: 'failed', message: 'SyntaxError: Unexpected token' };
    const { failed, notes } = count([], { exitCode: 1, folders: [], ...broken });
    expect(failed).toBe(1);
    expect(notes).toEqual(['src/list.test.ts could not be run: SyntaxError: Unexpected token']);
  });

  it('is a test that was skipped', () => {
    const { failed, notes } = count([{ ...good, status: 'skipped', fullName: 'a list is sorted' }, good]);
    expect([failed, notes]).toEqual([1, ['src/list.test.ts: "a list is sorted" was not run']]);
  });

  it('is a folder in which nothing ran', () => {
    const { failed, notes } = count([good], { folders: ['src/', 'server/'] });
    expect([failed, notes]).toEqual([1, ['No test ran in server/']]);
  });

  it('is an error outside of all tests', () => {
    const { failed, notes } = count([good], { exitCode: 1 });
    expect([failed, notes]).toEqual([1, ['Vitest failed outside of the tests, see above']]);
  });

  it('is a report that was never written', () => {
    const { failed, failures, notes } = countSuite(join(folder, 'none.json'), [], 1);
    expect([failed, failures, notes.length]).toEqual([1, [], 1]);
  });
});

describe('how long it took', () => {
  it('is told for each file', () => {
    count([good], { startTime: 1_000, endTime: 3_500 });
    expect(durationsOf(join(folder, 'report.json'))).toEqual([{ path: 'src/list.test.ts', seconds: 2.5 }]);
  });

  it('is not known where there is no report', () => {
    expect(durationsOf(join(folder, 'none.json'))).toEqual([]);
  });
});
