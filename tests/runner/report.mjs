import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * What a Vitest report says, and what it hides: a file that could not be loaded, a skipped test, an
 * error outside of tests and a folder in which nothing ran each count as a failure.
 */
export function countSuite(report, folders, exitCode) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch (reason) {
    return { passed: 0, failed: 1, notes: [`There is no report: ${reason.message}`] };
  }
  const notes = [...unloaded(result), ...skipped(result), ...silentFolders(result, folders)];
  const failed = result.numFailedTests + notes.length;
  if (exitCode === 0 || failed > 0) return { passed: result.numPassedTests, failed, notes };
  return {
    passed: result.numPassedTests,
    failed: 1,
    notes: ['Vitest failed outside of the tests, see above'],
  };
}

function unloaded({ testResults }) {
  return testResults
    .filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
    .map(file => `${pathOf(file)} could not be run`);
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
