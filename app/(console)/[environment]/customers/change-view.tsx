"use client";

import { StartBulk } from "#components/bulk/start/start-bulk.tsx";
import { PlanMany } from "#components/customers/contract/many/plan-many.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";

interface ChangeViewProps {
  environment: Environment;
  view: Pick<SavedView, "viewID" | "name">;
  /** Whether the contracts are changed now, or planned for a later time. */
  what: "change" | "plan";
  onClose: () => void;
}

/** Changes the contracts of all customers of a saved view, now or later. */
export function ChangeView({ environment, view: { viewID, name }, what, onClose }: ChangeViewProps) {
  const view = { viewID, name };
  if (what === "plan") return <PlanMany environment={environment} target={{ view }} onClose={onClose} />;
  return <StartBulk environment={environment} source={{ kind: "view", viewID }} viewName={name} onClose={onClose} />;
}
