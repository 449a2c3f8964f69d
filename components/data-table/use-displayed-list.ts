"use client";

import { useState } from "react";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

interface Reading<List> {
  data: List | undefined;
  error: Error | null;
}

interface Kept<List, View> {
  /** The last good rows, with the question that they answer. */
  list: List;
  view: View;
}

export interface DisplayedList<List, View> {
  kept: Kept<List, View> | undefined;
  /** The rows answer an earlier question. */
  outdated: boolean;
  /** Why there is no newer answer; it stays while the same question is asked again. */
  problem: ShownProblem | undefined;
}

/** What is on the screen while an answer is awaited or has failed: rows go only when others come. */
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
