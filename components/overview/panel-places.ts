import type { OverviewPart } from "#lib/contract/overview.ts";

export const panelGrid = "grid gap-4 lg:grid-cols-6";

/** How wide each panel is, in order. */
export const panelSpans: Readonly<Record<OverviewPart, string>> = {
  customersByDay: "lg:col-span-4",
  api: "lg:col-span-2",
  plans: "lg:col-span-3",
  terms: "lg:col-span-3",
  jobs: "lg:col-span-3",
  operations: "lg:col-span-3",
};
