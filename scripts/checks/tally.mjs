/**
 * `files`: those with a failure, an empty text for one outside of every file. `unsteady`: what failed among other work
 * and passed when it was run again alone.
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[], files: string[], unsteady: string[] }} Tally
 */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: 0, skipped: 0, problems: [], files: [], unsteady: [] });

/**
 * A check's result: it counts as one.
 * @param {boolean} passed
 * @returns {Tally}
 */
export const checkTally = (passed) => ({ ...emptyTally(), passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

/**
 * A suite's result. A suite that crashed, ran no test or failed outside its tests counts as
 * one more failure, so that no output never counts as success.
 * @param {Tally | undefined} written what the suite's reporter wrote; undefined if it wrote nothing
 * @param {number} exitCode
 * @param {{ byName?: boolean }} [how] `byName`: only the tests with a name were run, of which a suite may have none;
 *   the others count as skipped to its program, to nobody else
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

/** Above this number of failing files, a busy machine is not the reason. */
const maxFilesAgain = 5;

/**
 * The files of a suite that a build server runs again, alone: none if a failure belongs to no file, or if there are
 * too many of them.
 * @param {Tally} tally
 */
export function filesToRunAgain({ files }) {
  const some = [...new Set(files)];
  return some.length > maxFilesAgain || some.includes("") ? [] : some;
}

/**
 * A suite's result once its failing files were run again: what passed then is unsteady, by name, and counts as passed.
 * A second failure leaves everything as it was.
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
