import type { ImportRowState } from "#lib/contract/values/operations/import-states.ts";
import { declareListView, someOf } from "./declared-view.ts";
import { pageQueryOf } from "./page-view.ts";

/** The groups by which an import's rows can be filtered. Each group contains one or more states. */
export const importRowGroups = {
  pending: ["pending"],
  errors: ["error"],
  undecided: ["similar"],
  ready: ["ready"],
  skipped: ["same", "skipped"],
  waiting: ["sending", "accepted"],
  created: ["created"],
  failed: ["failed"],
  unknown: ["unknown"],
  cancelled: ["cancelled"],
} as const satisfies Record<string, readonly ImportRowState[]>;

export type ImportRowGroup = keyof typeof importRowGroups;

const groups = [...(Object.keys(importRowGroups) as ImportRowGroup[]), "warnings"] as const;

/** The filters of an import's rows. */
const view = declareListView({
  /** Only rows of one of these groups, or rows with warnings. Empty: all rows. */
  show: someOf(groups, "show"),
});

export type ImportView = ReturnType<typeof view.parse>;

export const { parse: parseImportView, params: importViewParams, change: changeImportView } = view;

/** The query of `GET /api/{environment}/imports/{importID}/rows` for a view. */
export function importRowsQuery({ show, ...page }: ImportView): URLSearchParams {
  const query = pageQueryOf(page);
  if (show.includes("warnings")) query.set("warnings", "true");
  const states = show.flatMap((group): readonly ImportRowState[] =>
    group === "warnings" ? [] : importRowGroups[group],
  );
  if (states.length > 0) query.set("state", states.join(","));
  return query;
}
