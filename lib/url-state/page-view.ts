/** The page of a list without filters: its size and its offset. Both are stored in the URL. */
export interface PageView {
  limit: (typeof pageSizes)[number];
  offset: number;
}

export const pageSizes = [10, 25, 50, 100] as const;

export const defaultPageView: Readonly<PageView> = { limit: 25, offset: 0 };

/** Parses `limit` and `offset` from a page's URL. An invalid value counts as absent. */
export function parsePageView(params: URLSearchParams): PageView {
  const limit = params.get("limit");
  const offset = params.get("offset") ?? "";
  return {
    limit: pageSizes.find((size) => String(size) === limit) ?? defaultPageView.limit,
    offset: /^\d{1,15}$/.test(offset) ? Number(offset) : 0,
  };
}

/** Writes the page's URL. Default values are omitted. The inverse of `parsePageView`. */
export function pageViewParams(view: PageView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.limit !== defaultPageView.limit) params.set("limit", String(view.limit));
  if (view.offset !== 0) params.set("offset", String(view.offset));
  return params;
}

/**
 * Changes some members of a view. After a changed page size, the top row stays visible
 * (docs/decisions/0004-where-a-changed-list-begins.md).
 */
export function changePageView(view: PageView, change: Partial<PageView>): PageView {
  const changed = { ...view, ...change };
  if (change.offset !== undefined) return changed;
  return { ...changed, offset: view.offset - (view.offset % changed.limit) };
}

/** The query of a list's route for a view. It always contains `limit` and `offset`. */
export function pageQueryOf({ limit, offset }: PageView): URLSearchParams {
  return new URLSearchParams({ limit: String(limit), offset: String(offset) });
}
