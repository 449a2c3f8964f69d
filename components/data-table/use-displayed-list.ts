"use client";

import { useState } from "react";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

interface Reading<List> {
  data: List | undefined;
  error: Error | null;
}

interface Kept<List, View> {
  /** The last successful answer. `view` is the view that the rows of this answer belong to. */
  list: List;
  view: View;
}

export interface DisplayedList<List, View> {
  kept: Kept<List, View> | undefined;
  /** True if the rows belong to an earlier view. */
  outdated: boolean;
  /** The reason why no newer answer has arrived. The reason stays while the failed request is repeated. */
  problem: ShownProblem | undefined;
}

/** Keeps the last rows visible while the next answer loads or after it has failed. Only newer rows replace them. */
export function useDisplayedList<List, View>(view: View, { data, error }: Reading<List>): DisplayedList<List, View> {
  const [kept, setKept] = useState<Kept<List, View> | undefined>(data && { list: data, view });
  const [failed, setFailed] = useState<{ error: Error; view: View }>();
  if (data && (kept?.list !== data || kept.view !== view)) setKept({ list: data, view });
  if (error && (failed?.error !== error || failed.view !== view)) setFailed({ error, view });
  else if (data && !error && failed) setFailed(undefined);
  const reason = error ?? (!data && failed?.view === view ? failed.error : undefined);
  return {
    kept: data ? { list: data, view } : kept,
    outdated: data === undefined && kept !== undefined,
    problem: reason ? shownProblem(reason) : undefined,
  };
}
