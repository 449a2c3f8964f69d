"use client";

import { useState } from "react";
import type { CustomerList } from "#lib/contract/customer-list.ts";
import type { CustomersView } from "#lib/customers-view.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";

interface Reading {
  data: CustomerList | undefined;
  error: Error | null;
}

interface Kept {
  /** The last good rows, with the question that they answer. */
  list: CustomerList;
  view: CustomersView;
}

export interface KeptList {
  kept: Kept | undefined;
  /** The rows answer an earlier question. */
  outdated: boolean;
  /** Why there is no newer answer; it stays while the same question is asked again. */
  problem: ShownProblem | undefined;
}

/** What is on the screen while an answer is awaited or has failed: rows go only when others come. */
export function useKeptList(view: CustomersView, { data, error }: Reading): KeptList {
  const [kept, setKept] = useState<Kept | undefined>(data && { list: data, view });
  const [failed, setFailed] = useState<{ error: Error; view: CustomersView }>();
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
