/** Ends a script without a stack, with one sentence for the person who started it. */
export class Stop extends Error {
  /** @override */
  name = "Stop";
}

/**
 * Runs a script's main function. If it throws a Stop, prints its sentence and returns exit code 1.
 * @param {() => Promise<number>} main returns the exit code
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
