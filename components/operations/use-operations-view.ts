"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  changeOperationsView,
  type OperationsView,
  operationsViewParams,
  parseOperationsView,
} from "#lib/url-state/operations-view.ts";

export type ChangeOperationsView = (change: Partial<OperationsView>) => void;

/** The view as the URL has it, which is its only place, and the way to change it. */
export function useOperationsView(environment: Environment): [OperationsView, ChangeOperationsView] {
  const searchParams = useSearchParams();
  const view = useMemo(() => parseOperationsView(new URLSearchParams(searchParams)), [searchParams]);
  const change = useCallback<ChangeOperationsView>(
    (changes) => {
      const before = parseOperationsView(new URLSearchParams(window.location.search));
      const query = operationsViewParams(changeOperationsView(before, changes));
      window.history.pushState(null, "", pages.operations(environment, query));
    },
    [environment],
  );
  return [view, change];
}
