/** Ends a script with one sentence for the person who started it, without a stack. */
export class Stop extends Error {
  /** @override */
  name = "Stop";
}

/**
 * Runs a script's main function; a Stop becomes its one sentence and exit code 1.
 * @param {() => Promise<number>} main gives the exit code
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof Stop) console.error(error.message);
    else console.error(error);
    process.exitCode = 1;
  }
}
