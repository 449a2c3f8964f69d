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
 * A suite's result. A suite that crashed, that ran nothing or that failed outside of its tests is
 * one failure more, so silence never counts as success.
 * @param {Tally | undefined} written what the suite's reporter left; nothing when it never came to that
 * @param {number} exitCode
 * @returns {Tally}
 */
export function suiteTally(written, exitCode) {
  const tally = written ?? emptyTally();
  const more = (/** @type {string} */ problem) => ({
    ...tally,
    failed: tally.failed + 1,
    problems: [...tally.problems, problem],
  });
  if (!written) return more("it ended before its tests did");
  if (tally.passed + tally.failed + tally.skipped === 0) return more("it ran no tests");
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
 * The line that closes a run. Programs read it: what was skipped stands on a line before it.
 * @param {Tally} total
 */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * What a run has left out, where there is anything.
 * @param {Tally} total
 */
export const skippedLines = ({ skipped }) => (skipped === 0 ? [] : [`Skipped: ${skipped}`]);

/**
 * A line of a step's own output, set apart so that none can be taken for the closing line.
 * @param {string} line
 */
export const quoted = (line) => `  ${line.replace(/(\d+ passed), (?=\d+ failed)/g, "$1; ")}`;
