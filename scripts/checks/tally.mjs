/** @typedef {import("./steps.mjs").Step} Step */

/**
 * `files`: the files with a failure. An empty text means a failure outside all files. `unsteady`: tests that failed
 * first and passed when they were run again alone.
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
 * The result of a suite. A suite that crashed, ran no test or failed outside its tests counts as one more failure.
 * Missing output therefore never counts as success.
 * @param {Tally | undefined} written the result that the suite's reporter wrote; undefined if it wrote nothing
 * @param {number} exitCode
 * @param {{ byName?: boolean }} [how] `byName`: only the tests with a given name were run. A suite may then have no
 * test to run. The suite's program counts all other tests as skipped, but this result does not.
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
 * True if a step tests the build, and the build has failed. The step would then test an earlier build.
 * @param {Pick<Step, "kind" | "e2e">} step
 * @param {ReadonlyMap<Pick<Step, "kind">, Tally>} tallies the results of the steps that have ended
 */
export function lacksBuild({ kind, e2e }, tallies) {
  if (kind === "build" || !e2e) return false;
  return [...tallies].some(([ended, { failed }]) => ended.kind === "build" && failed > 0);
}

/**
 * The result of a step that does not run because the build failed. It counts as one failure.
 * @param {Pick<Step, "name">} step
 * @returns {Tally}
 */
export const withoutBuild = ({ name }) => ({
  ...checkTally(false),
  problems: [`${name}: not run, because the build failed`],
});

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

/** The maximum number of failed files that are run again. If more files fail, a busy machine cannot be the reason. */
const maxFilesAgain = 5;

/**
 * Returns the failed files of a suite that a build server runs again, alone. Empty if a failure belongs to no file, or
 * if too many files failed.
 * @param {Tally} tally
 */
export function filesToRunAgain({ files }) {
  const some = [...new Set(files)];
  return some.length > maxFilesAgain || some.includes("") ? [] : some;
}

/**
 * The result of a suite after its failed files were run again. Tests that passed the second time count as passed and
 * are listed as unsteady. If a test failed again or no test passed, the first result stays.
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
 * The last line of a run. Programs parse it, so skipped tests are reported on a separate line before it.
 * @param {Tally} total
 */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * Returns a line with the number of tests that a run has skipped. Empty if it has skipped no test.
 * @param {Tally} total
 */
export const skippedLines = ({ skipped }) => (skipped === 0 ? [] : [`Skipped: ${skipped}`]);

/**
 * A line of a step's own output. It is indented, and the text of a closing line in it is changed, so that programs do
 * not take it for the last line of the run.
 * @param {string} line
 */
export const quoted = (line) => `  ${line.replace(/(\d+ passed), (?=\d+ failed)/g, "$1; ")}`;
