/** The oldest Node that can set up Switchboard. pinned-node.mjs chooses the Node that then runs Switchboard. */
const least = "20.9.0";

/**
 * Uses only old syntax, because an old Node must be able to parse this file.
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} one sentence that says what to do, or undefined if the version is new enough
 */
export function nodeComplaint(version) {
  if (!isOlder(version.replace(/-.*/, ""), least)) return undefined;
  return `Node ${version} is too old to set Switchboard up: install Node ${least} or newer and run this again.`;
}

/**
 * Compares two versions; a pre-release is older than its release.
 * @param {string} version
 * @param {string} floor
 */
export function isOlder(version, floor) {
  const parts = (/** @type {string} */ text) => text.split(/[.+-]/, 3).map(Number);
  const other = parts(floor);
  for (const [index, part] of parts(version).entries()) {
    const floorPart = other[index] || 0;
    if (part !== floorPart) return part < floorPart;
  }
  return version.indexOf("-") >= 0;
}
