"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { type CreationView, creationViewParams, parseCreationView } from "#lib/url-state/creation-view.ts";

/** Which step of a creation is shown, as the URL has it, which is its only place, and the way to the other. */
export function useCreationView(
  environment: Environment,
): [CreationView, (step: CreationView["step"], history: "push" | "replace") => void] {
  const searchParams = useSearchParams();
  const view = useMemo(() => parseCreationView(new URLSearchParams(searchParams)), [searchParams]);
  const show = useCallback(
    (step: CreationView["step"], history: "push" | "replace") => {
      const before = parseCreationView(new URLSearchParams(window.location.search));
      const address = pages.newCustomer(environment, creationViewParams({ ...before, step }));
      if (history === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [environment],
  );
  return [view, show];
}
