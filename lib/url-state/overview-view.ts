import type { OverviewWindow } from "#lib/contract/console/overview.ts";
import { defaultOverviewWindow, overviewWindows } from "#lib/contract/values/console/overview-parts.ts";

/** Parses the window of the overview from the page's URL. An invalid value counts as absent. */
export function parseOverviewWindow(params: URLSearchParams): OverviewWindow {
  return overviewWindows.find((name) => name === params.get("window")) ?? defaultOverviewWindow;
}

/** Writes the page's URL. The inverse of `parseOverviewWindow`. */
export function overviewParams(window: OverviewWindow): URLSearchParams {
  return new URLSearchParams(window === defaultOverviewWindow ? {} : { window });
}
