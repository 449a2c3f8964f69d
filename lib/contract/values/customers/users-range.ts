/** A range of numbers of users. Both bounds are included, and each bound may be absent. */
export interface UsersRange {
  min?: number;
  max?: number;
}

/**
 * The maximum number of users. No customer has more users, and JavaScript represents all numbers up to this maximum
 * exactly.
 */
export const maxUsers = 999_999_999;

const rangePattern = /^(\d{1,9})?(?:(\.\.)(\d{1,9})?)?$/;

/**
 * Parses a range of users: `10`, `10..`, `..50` or `10..50`. Undefined for any other text, and for a range that ends
 * before it starts.
 */
export function parseUsersRange(word: string | null | undefined): UsersRange | undefined {
  const [, from, dots, to] = rangePattern.exec(word ?? "") ?? [];
  if (from === undefined && to === undefined) return undefined;
  const min = from === undefined ? undefined : Number(from);
  const max = dots === undefined ? min : to === undefined ? undefined : Number(to);
  if (min !== undefined && max !== undefined && max < min) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
