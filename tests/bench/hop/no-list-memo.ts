import type { ListMemo } from "#server/bff/core/list-memo.ts";

/** In place of the console's own in a benchmark: nothing is remembered of a list. */
export function createListMemo<Value>(): ListMemo<Value> {
  return { of: () => undefined, set: () => {} };
}
