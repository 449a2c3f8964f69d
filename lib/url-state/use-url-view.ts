"use client";

import { useCallback, useMemo } from "react";
import { pageAddress } from "./page-address.ts";
import { usePageQuery } from "./page-query.tsx";

interface ViewCodec<View> {
  parse: (params: URLSearchParams) => View;
  change: (view: View, changes: Partial<View>) => View;
  /** Writes the view as a query. `query` is the current query, which may contain parameters of other views. */
  params: (view: View, query: URLSearchParams) => URLSearchParams;
}

/** Changes the view and returns the new view. */
export type ChangeView<View> = (changes: Partial<View>, history?: "push" | "replace") => View;

/**
 * Returns the view of the page at `path`, and a function that changes the view. The view is stored only in the URL.
 * Each change is based on the current URL, so two quick changes do not undo each other.
 */
export function useURLView<View>(codec: ViewCodec<View>, path: string): [View, ChangeView<View>] {
  const shownQuery = usePageQuery();
  const view = useMemo(() => codec.parse(new URLSearchParams(shownQuery)), [codec, shownQuery]);
  const change = useCallback<ChangeView<View>>(
    (changes, history = "push") => {
      const query = pageAddress.query();
      const changed = codec.change(codec.parse(query), changes);
      const text = codec.params(changed, query).toString();
      pageAddress[history](text === "" ? path : `${path}?${text}`);
      return changed;
    },
    [codec, path],
  );
  return [view, change];
}
