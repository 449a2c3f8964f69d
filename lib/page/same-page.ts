import type { Environment } from "#lib/contract/environment.ts";
import { isOfEnvironment, pages } from "#lib/paths.ts";
import { placeNames, places } from "#lib/places.ts";

/** The longest first: a new customer's page is below that of all customers. The overview's address is above all. */
const candidates = placeNames
  .filter(isOfEnvironment)
  .filter((name) => name !== "overview")
  .sort((one, other) => places[other].pattern.length - places[one].pattern.length);

/** The page of the same kind in the other environment; filters and IDs belong to one environment only. */
export function samePage(pathname: string, from: Environment | undefined, to: Environment): string {
  if (from === undefined) return pages.overview(to);
  const place = candidates.find((name) => `${pathname}/`.startsWith(`${pages[name](from)}/`));
  return pages[place ?? "overview"](to);
}
