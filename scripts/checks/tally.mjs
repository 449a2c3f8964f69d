/** @typedef {{ passed: number, failed: number, skipped: number, problems: string[] }} Tally */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: 0, skipped: 0, problems: [] });

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
    }),
    emptyTally(),
  );
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
