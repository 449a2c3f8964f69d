/**
 * Prints what is being done and for how long. A terminal shows one line with a counter of seconds. Other outputs get a
 * new line every 15 seconds.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const startedAt = Date.now();
  const terminal = process.stdout.isTTY === true;
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const show = () => process.stdout.write(terminal ? `\r${label} … ${seconds()} s ` : `${label} … ${seconds()} s\n`);
  process.stdout.write(terminal ? `${label} …` : `${label} …\n`);
  const timer = setInterval(show, terminal ? 1000 : 15_000);
  try {
    const result = await work();
    process.stdout.write(`${terminal ? "\r" : ""}${label}: done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    if (terminal) process.stdout.write("\n");
    throw error;
  } finally {
    clearInterval(timer);
  }
}
