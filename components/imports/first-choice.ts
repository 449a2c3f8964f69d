import type { Import, ImportRow } from "#lib/contract/operations/imports.ts";

/** The row that a person chose to create first. */
export interface FirstChoice {
  first: Pick<ImportRow, "position" | "companyName"> | undefined;
  onFirst: (row: FirstChoice["first"]) => void;
}

/** True while a person may choose the row to create first. */
export function canChooseFirst({ state, counts, first }: Import): boolean {
  return counts.ready > 1 && (state === "checked" || (state === "first-done" && first?.state !== "created"));
}
