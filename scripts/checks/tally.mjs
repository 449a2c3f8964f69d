/**
 * `files`: the files with a failure. An empty text means a failure outside of every file. `unsteady`: tests that failed
 * at first and passed when they were run again alone.
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[], files: string[], unsteady: string[]
 * }} Tally
 */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: 0, skipped: 0, problems: [], files: [], unsteady: [] });

/**
 * The result of a check, which counts as one test.
 * @param {boolean} passed
 * @returns {Tally}
 */
export const checkTally = (passed) => ({ ...emptyTally(), passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

/**
 * The result of a suite. If a suite crashed, ran no test or failed outside its tests, that counts as one more failure,
 * so that missing output never counts as success.
 * @param {Tally | undefined} written the result that the suite's reporter wrote; undefined if it wrote nothing
 * @param {number} exitCode
 * @param {{ byName?: boolean }} [how] `byName`: only the tests with a name were run, and a suite may have no such test.
 * The suite's program counts the others as skipped, but this result does not.
 * @returns {Tally}
 */
export function suiteTally(written, exitCode, { byName = false } = {}) {
  const tally = { ...emptyTally(), ...written, ...(byName ? { skipped: 0 } : {}) };
  const more = (/** @type {string} */ problem) => ({
    ...tally,
    failed: tally.failed + 1,
    problems: [...tally.problems, problem],
    files: [...tally.files, ""],
  });
  if (!written) return more("it ended before its tests did");
  if (!byName && tally.passed + tally.failed + tally.skipped === 0) return more("it ran no tests");
  if (exitCode !== 0 && tally.failed === 0) return more(`it ended with exit code ${exitCode} though no test failed`);
  return tally;
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      problems: [...total.problems, ...tally.problems],
      files: [...total.files, ...tally.files],
      unsteady: [...total.unsteady, ...tally.unsteady],
    }),
    emptyTally(),
  );
}

/** If more files fail than this, a busy machine is not the reason. */
const maxFilesAgain = 5;

/**
 * The files of a suite that a build server runs again, alone. Empty if a failure belongs to no file, or if too many
 * files failed.
 * @param {Tally} tally
 */
export function filesToRunAgain({ files }) {
  const some = [...new Set(files)];
  return some.length > maxFilesAgain || some.includes("") ? [] : some;
}

/**
 * The result of a suite after its failing files were run again. Tests that passed the second time count as passed and
 * are listed as unsteady. After a second failure the first result stays.
 * @param {Tally} first
 * @param {Tally} again
 * @returns {Tally}
 */
export function tallyAfter(first, again) {
  if (again.failed > 0 || again.passed === 0) return first;
  const { passed, failed, problems } = first;
  return { ...first, passed: passed + failed, failed: 0, problems: [], files: [], unsteady: problems };
}

/**
 * The last line of a run. Programs read it, so the skipped tests are reported on the line before.
 * @param {Tally} total
 */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * What a run has skipped, if anything.
 * @param {Tally} total
 */
export const skippedLines = ({ skipped }) => (skipped === 0 ? [] : [`Skipped: ${skipped}`]);

/**
 * A line of a step's own output, indented so that it cannot be taken for the last line of the run.
 * @param {string} line
 */
export const quoted = (line) => `  ${line.replace(/(\d+ passed), (?=\d+ failed)/g, "$1; ")}`;
