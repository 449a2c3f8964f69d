import type { Import, ImportRow } from "#lib/contract/operations/imports.ts";

/** Which row goes first, where a person has chosen. */
export interface FirstChoice {
  first: Pick<ImportRow, "position" | "companyName"> | undefined;
  onFirst: (row: FirstChoice["first"]) => void;
}

/** True where it may be chosen which row is created first. */
export function canChooseFirst({ state, counts, first }: Import): boolean {
  return counts.ready > 1 && (state === "checked" || (state === "first-done" && first?.state !== "created"));
}
