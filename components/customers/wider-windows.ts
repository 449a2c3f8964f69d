import { type CustomersView, type WindowPreset, windowPresets } from "#lib/customers-view.ts";

/**
 * The windows to offer when one shows nothing. A search that found nothing is offered only the
 * widest, because it should need one step; an empty window is offered 30 days, 90 days and all time.
 */
export function widerWindows(window: CustomersView["window"], searching: boolean): WindowPreset[] {
  if (window === "all") return [];
  const offered: readonly WindowPreset[] = searching ? ["all"] : ["30d", "90d", "all"];
  const place = typeof window === "string" ? windowPresets.indexOf(window) : -1;
  return offered.filter((preset) => windowPresets.indexOf(preset) > place);
}
