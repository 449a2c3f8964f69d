import type { OverviewPart } from "#lib/contract/console/overview.ts";

export const panelGrid = "grid gap-4 lg:grid-cols-3";

/** The width of each panel, in the order of the panels. Some panels use the whole width. */
export const panelSpans: Readonly<Record<OverviewPart, string>> = {
  waiting: "lg:col-span-3",
  figures: "lg:col-span-3",
  customersByDay: "lg:col-span-2 lg:row-span-2",
  plans: "",
  terms: "",
  allCustomers: "lg:col-span-3",
  operations: "lg:col-span-2",
  jobs: "",
};
