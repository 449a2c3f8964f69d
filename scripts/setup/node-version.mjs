/** The oldest Node that can set Switchboard up; what then runs it is the pinned one. */
const least = "20.9.0";

/**
 * Written in plain syntax on purpose: an old Node must be able to read it.
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} one sentence that says what to do, or undefined if the version is sufficient
 */
export function nodeComplaint(version) {
  const number = (/** @type {string} */ text) =>
    text.split(".").reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0);
  if (number(version) >= number(least)) return undefined;
  return `Node ${version} is too old to set Switchboard up: install Node ${least} or newer and run this again.`;
}
