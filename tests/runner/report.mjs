import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 12;
const LINE_LENGTH = 300;

/**
 * What a Vitest report says, and what it hides: a file that could not be loaded, a skipped test, an
 * error outside of tests and a folder in which nothing ran each count as a failure. `failures` are the failed tests
 * by name, `notes` what was hidden.
 */
export function countSuite(report, folders, exitCode) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch (reason) {
    return { passed: 0, failed: 1, failures: [], notes: [`There is no report: ${reason.message}`] };
  }
  const notes = [...unloaded(result), ...skipped(result), ...silentFolders(result, folders)];
  const failures = failedTests(result);
  const passed = result.numPassedTests;
  const failed = result.numFailedTests + notes.length;
  if (exitCode === 0 || failed > 0) return { passed, failed, failures, notes };
  return { passed, failed: 1, failures, notes: ['Vitest failed outside of the tests, see above'] };
}

/** How long each file took, for those who look for what to make faster. */
export function durationsOf(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.map(file => ({ path: pathOf(file), seconds: (file.endTime - file.startTime) / 1000 }));
}

function failedTests({ testResults }) {
  return testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status === 'failed')
      .map(test => `${pathOf(file)}: ${nameOf(test)}\n  ${messageOf(test.failureMessages?.[0])}`),
  );
}

/** As Vitest prints it, so that it can be looked for in what was printed before. */
function nameOf({ ancestorTitles, title }) {
  return [...ancestorTitles, title].join(' > ');
}

/** The beginning of a message, without the stack. */
function messageOf(message = '') {
  const [said] = stripVTControlCharacters(message)
    .trim()
    .split(/\n\s+at /);
  const lines = said.split('\n').slice(0, MESSAGE_LINES);
  return lines.map(line => line.slice(0, LINE_LENGTH)).join('\n  ') || 'without a message';
}

function unloaded({ testResults }) {
  return testResults
    .filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
    .map(file => `${pathOf(file)} could not be run: ${messageOf(file.message)}`);
}

function skipped({ testResults }) {
  return testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status !== 'passed' && test.status !== 'failed')
      .map(test => `${pathOf(file)}: "${test.fullName}" was not run`),
  );
}

function silentFolders({ testResults }, folders) {
  const ran = testResults.filter(file => file.assertionResults.length > 0).map(pathOf);
  return folders
    .filter(folder => !ran.some(path => path.startsWith(folder)))
    .map(folder => `No test ran in ${folder}`);
}

function pathOf(file) {
  return relative(process.cwd(), file.name).replaceAll('\\', '/');
}
