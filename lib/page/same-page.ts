import type { Environment } from "#lib/contract/environment.ts";
import { isOfEnvironment, pages } from "#lib/paths.ts";
import { placeNames, places } from "#lib/places.ts";

/**
 * The longest path comes first: the page of a new customer is below the page of all customers, and the overview's path
 * is above every page.
 */
const candidates = placeNames
  .filter(isOfEnvironment)
  .filter((name) => name !== "overview")
  .sort((one, other) => places[other].pattern.length - places[one].pattern.length);

/**
 * The page of the same kind in the other environment, without filters and IDs, which belong to one environment only.
 */
export function samePage(pathname: string, from: Environment | undefined, to: Environment): string {
  if (from === undefined) return pages.overview(to);
  const place = candidates.find((name) => `${pathname}/`.startsWith(`${pages[name](from)}/`));
  return pages[place ?? "overview"](to);
}
