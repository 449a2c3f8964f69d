import type { ListMemo } from "#server/bff/core/list-memo.ts";

/** Replaces the console's own list memo in a benchmark. It remembers no list. */
export function createListMemo<Value>(): ListMemo<Value> {
  return { of: () => undefined, set: () => {} };
}
