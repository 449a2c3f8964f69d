import type { WindowRange } from "#lib/url-state/window.ts";
import { windowRangeTexts as texts } from "./window-texts.ts";

export type RangeErrors = Partial<Record<"from" | "to", string>>;

/** Checks the values of two native date inputs. A value is `YYYY-MM-DD` or empty, so two dates compare as text. */
export function readWindowRange(from: string, to: string): { range: WindowRange } | { errors: RangeErrors } {
  if (from === "") return { errors: { from: texts.fromMissing } };
  if (to !== "" && to < from) return { errors: { to: texts.toBeforeFrom } };
  return { range: to === "" ? { datefrom: from } : { datefrom: from, dateto: to } };
}
