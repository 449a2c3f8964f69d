/** How many users a customer has, either end open; both ends count. */
export interface UsersRange {
  min?: number;
  max?: number;
}

/** No customer has more, and every number up to here is exact. */
export const maxUsers = 999_999_999;

const rangePattern = /^(\d{1,9})?(?:(\.\.)(\d{1,9})?)?$/;

/** A range as one word: `10`, `10..`, `..50`, `10..50`. Undefined for anything else. */
export function parseUsersRange(word: string | null | undefined): UsersRange | undefined {
  const [, from, dots, to] = rangePattern.exec(word ?? "") ?? [];
  if (from === undefined && to === undefined) return undefined;
  const min = from === undefined ? undefined : Number(from);
  const max = dots === undefined ? min : to === undefined ? undefined : Number(to);
  if (min !== undefined && max !== undefined && max < min) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** The inverse of `parseUsersRange`. */
export function usersRangeWord({ min, max }: UsersRange): string {
  return min !== undefined && min === max ? String(min) : `${min ?? ""}..${max ?? ""}`;
}
