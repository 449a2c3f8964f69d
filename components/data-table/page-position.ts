/** The offset at which the last page of `total` rows begins. */
export function lastPageOffset(total: number, limit: number): number {
  return total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
}

/** The offsets for the four buttons of a pager. Undefined if the button has no page to go to. */
export interface PageOffsets {
  first: number | undefined;
  previous: number | undefined;
  next: number | undefined;
  last: number | undefined;
}

export function pageOffsets(total: number, limit: number, offset: number): PageOffsets {
  const last = lastPageOffset(total, limit);
  return {
    first: offset > 0 ? 0 : undefined,
    previous: offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : undefined,
    next: offset + limit < total ? offset + limit : undefined,
    last: offset < last ? last : undefined,
  };
}
