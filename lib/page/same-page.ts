import type { Environment } from "#lib/contract/environment.ts";
import { isOfEnvironment, pages } from "#lib/paths.ts";
import { placeNames, places } from "#lib/places.ts";

/**
 * The longest path comes first, because one path can be the start of another. The page of a new customer is below the
 * customers page, and the overview's path is above all pages.
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
