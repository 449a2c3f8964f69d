import type { ImportRowState } from "#lib/contract/values/operations/import-states.ts";
import { changePageView, type PageView, pageViewParams, parsePageView } from "./page-view.ts";

/** What the rows of an import are narrowed to: each is one or several of their states. */
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

/** Which rows of an import are shown; all of it stands in the URL. */
export interface ImportView extends PageView {
  /** Rows of this group, or those with warnings; undefined: all. */
  show: ImportRowGroup | "warnings" | undefined;
}

const groups = [...(Object.keys(importRowGroups) as ImportRowGroup[]), "warnings"] as const;

/** Reads an import's URL; an invalid value counts as not given. */
export function parseImportView(params: URLSearchParams): ImportView {
  const show = params.get("show");
  return { ...parsePageView(params), show: groups.find((one) => one === show) };
}

/** Writes it; what is as by default is left out. The inverse of `parseImportView`. */
export function importViewParams(view: ImportView): URLSearchParams {
  const params = pageViewParams(view);
  if (view.show !== undefined) params.set("show", view.show);
  return params;
}

/** The same view with some members changed: another filter begins at its first row. */
export function changeImportView(view: ImportView, change: Partial<ImportView>): ImportView {
  if (!("show" in change)) return { ...changePageView(view, change), show: view.show };
  return { ...view, ...change, offset: 0 };
}

/** The query of `GET /api/{environment}/imports/{importID}/rows` for a view. */
export function importRowsQuery({ limit, offset, show }: ImportView): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (show === "warnings") query.set("warnings", "true");
  else if (show !== undefined) query.set("state", importRowGroups[show].join(","));
  return query;
}
