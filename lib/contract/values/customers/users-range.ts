/** A range of numbers of users. The two ends are included. Each of them may be missing. */
export interface UsersRange {
  min?: number;
  max?: number;
}

/** The maximum number of users. No customer has more, and JavaScript represents every number up to it exactly. */
export const maxUsers = 999_999_999;

const rangePattern = /^(\d{1,9})?(?:(\.\.)(\d{1,9})?)?$/;

/** Parses a range from one word: `10`, `10..`, `..50`, `10..50`. Undefined for any other text. */
export function parseUsersRange(word: string | null | undefined): UsersRange | undefined {
  const [, from, dots, to] = rangePattern.exec(word ?? "") ?? [];
  if (from === undefined && to === undefined) return undefined;
  const min = from === undefined ? undefined : Number(from);
  const max = dots === undefined ? min : to === undefined ? undefined : Number(to);
  if (min !== undefined && max !== undefined && max < min) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
