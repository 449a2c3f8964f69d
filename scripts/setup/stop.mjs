/** An error that ends a script. The script prints only the error's sentence, without a stack trace. */
export class Stop extends Error {
  /** @override */
  name = "Stop";
}

/**
 * Runs a script's main function. If it throws, prints the error and sets exit code 1. For a Stop, prints only the
 * error's sentence.
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
