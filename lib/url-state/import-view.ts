import type { ImportRowState } from "#lib/contract/values/operations/import-states.ts";
import { declareListView, oneOf } from "./declared-view.ts";
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
  /** Only rows of this group, or rows with warnings. Undefined: all rows. */
  show: oneOf(groups),
});

export type ImportView = ReturnType<typeof view.parse>;

export const { parse: parseImportView, params: importViewParams, change: changeImportView } = view;

/** The query of `GET /api/{environment}/imports/{importID}/rows` for a view. */
export function importRowsQuery({ show, ...page }: ImportView): URLSearchParams {
  const query = pageQueryOf(page);
  if (show === "warnings") query.set("warnings", "true");
  else if (show !== undefined) query.set("state", importRowGroups[show].join(","));
  return query;
}
