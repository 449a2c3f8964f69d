import type { ListLimit } from "./list-limit.ts";
import type { CountedLimit } from "./why-empty.ts";

export type CountedListLimit<View> = ListLimit<View> & CountedLimit<Partial<View>>;

/**
 * Counts, for one limit after another, the rows that the list would have without this limit. Stops at the first limit
 * without which the list has rows. A limit whose count fails has no number.
 */
export async function countLimits<View>(
  limits: readonly ListLimit<View>[],
  count: (limit: ListLimit<View>) => Promise<number>,
  isAborted: () => boolean,
): Promise<CountedListLimit<View>[]> {
  const counted: CountedListLimit<View>[] = [];
  for (const limit of limits) {
    const found = await count(limit).catch((error: unknown) => {
      if (isAborted()) throw error;
      return undefined;
    });
    counted.push({ ...limit, found });
    if (found !== undefined && found > 0) break;
  }
  return counted;
}
