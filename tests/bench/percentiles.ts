/** The durations of many runs, in milliseconds. */
export interface Percentiles {
  p50Ms: number;
  p95Ms: number;
}

/** The percentile of sorted values: `share` is 0.5 for the median, 0.95 for the 95th percentile. */
export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

/** Runs `work` a few times to warm up, then `runs` times, one after the other. */
export async function measure(work: () => Promise<unknown>, runs: number): Promise<Percentiles> {
  for (let run = 0; run < 5; run++) await work();
  const tookMs: number[] = [];
  for (let run = 0; run < runs; run++) {
    const startedMs = performance.now();
    await work();
    tookMs.push(performance.now() - startedMs);
  }
  tookMs.sort((a, b) => a - b);
  return { p50Ms: percentile(tookMs, 0.5), p95Ms: percentile(tookMs, 0.95) };
}

/** Formats milliseconds for the output of the benches. */
export const writeMs = (ms: number): string => ms.toFixed(ms < 10 ? 2 : 1).padStart(8);
