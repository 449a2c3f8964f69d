import type { Environment } from "#lib/contract/environment.ts";
import { isOfEnvironment, pages } from "#lib/paths.ts";
import { placeNames, places } from "#lib/places.ts";

/**
 * The pages that {@link samePage} compares with a path, the longest pattern first. A path also starts with the path of
 * the page above it: the page of a new customer is below the customers page. All pages are below the overview, so the
 * overview is not a candidate.
 */
const candidates = placeNames
  .filter(isOfEnvironment)
  .filter((name) => name !== "overview")
  .sort((one, other) => places[other].pattern.length - places[one].pattern.length);

/**
 * Returns the URL of the page of the same kind in the environment `to`. Filters and IDs are dropped, because they
 * belong to one environment.
 */
export function samePage(pathname: string, from: Environment | undefined, to: Environment): string {
  if (from === undefined) return pages.overview(to);
  const place = candidates.find((name) => `${pathname}/`.startsWith(`${pages[name](from)}/`));
  return pages[place ?? "overview"](to);
}
