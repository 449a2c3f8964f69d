/** The lines of the scale: two to five whole numbers at equal distances, starting with 0. */
export function scaleLines(max: number): number[] {
  const step = stepFor(Math.max(max, 1));
  const lines = Math.ceil(Math.max(max, 1) / step);
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

const maxSteps = 4;

/** Returns the smallest of the numbers 1, 2, 5, 10, 20, 50 … that reaches `max` in four steps. */
function stepFor(max: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((size) => size * maxSteps >= max);
    if (step !== undefined) return step;
  }
}

/**
 * The indexes of the bars that have a label on the axis, at most `max`. These are the first bar, the last bar, and bars
 * at equal distances between them.
 */
export function labelledIndexes(count: number, max: number): number[] {
  if (count === 0) return [];
  const gaps = Math.min(count, max) - 1;
  if (gaps <= 0) return [0];
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / gaps));
}
