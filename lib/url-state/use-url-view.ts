"use client";

import { useCallback, useMemo } from "react";
import { pageAddress } from "./page-address.ts";
import { usePageQuery } from "./page-query.tsx";

interface ViewCodec<View> {
  parse: (params: URLSearchParams) => View;
  change: (view: View, changes: Partial<View>) => View;
  /** The view as a query; `query` is the present one, of a page that has more in it. */
  params: (view: View, query: URLSearchParams) => URLSearchParams;
}

/** Changes the view; gives the view that it has become. */
export type ChangeView<View> = (changes: Partial<View>, history?: "push" | "replace") => View;

/**
 * The view of the page at `path` as the URL has it, which is its only place, and the way to change it. A change is read
 * against the URL of that moment, so that two quick ones do not undo each other.
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
