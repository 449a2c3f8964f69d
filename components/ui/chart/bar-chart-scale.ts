/** The lines of a scale of counts, starting with 0: whole numbers at equal distances, two to five of them. */
export function scaleLines(max: number): number[] {
  const step = stepFor(Math.max(max, 1));
  const lines = Math.ceil(Math.max(max, 1) / step);
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

const maxSteps = 4;

/** The smallest number of 1, 2, 5, 10, 20, 50 … that reaches `max` in four steps. */
function stepFor(max: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((size) => size * maxSteps >= max);
    if (step !== undefined) return step;
  }
}

/**
 * The indexes of the bars with a label on the axis: the first, the last, and others at equal distances, at most `max`.
 */
export function labelledIndexes(count: number, max: number): number[] {
  if (count === 0) return [];
  const gaps = Math.min(count, max) - 1;
  if (gaps <= 0) return [0];
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / gaps));
}
