import type { Import } from "#lib/contract/operations/imports.ts";

/** True while a person may choose the row to create first. */
export function canChooseFirst({ state, counts, first }: Import): boolean {
  return counts.ready > 1 && (state === "checked" || (state === "first-done" && first?.state !== "created"));
}
