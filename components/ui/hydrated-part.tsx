"use client";

import { Activity, type ReactNode, useDeferredValue } from "react";
import { PartHydrated, useHydratedAtOnce } from "./use-hydrated.ts";

/** React renders a deferred value in short tasks, which let presses and frames through. */
function AfterHydration({ children }: { children: ReactNode }) {
  return <PartHydrated value={useDeferredValue(useHydratedAtOnce())}>{children}</PartHydrated>;
}

/**
 * A part of the page that React hydrates by itself, with low priority, so that no task blocks the page for long
 * (docs/decisions/0074-hydration-in-parts.md).
 */
export function HydratedPart({ children }: { children: ReactNode }) {
  return (
    <Activity>
      <AfterHydration>{children}</AfterHydration>
    </Activity>
  );
}
