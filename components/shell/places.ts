import { type IconComponent, icon } from "#components/ui/icon/icons.tsx";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import { mayOpen, type PlaceName, placeNames, placeOf, type RailRow, type RailRowName, railRows } from "#lib/places.ts";

/** A row of the rail, for a person with a role. */
export interface RailLink extends Pick<RailRow, "label" | "isInBar" | "hasCount"> {
  row: RailRowName;
  icon: IconComponent;
  /** The place that the row opens: the first one that the person may open. */
  place: PlaceName;
}

const rows = Object.entries<RailRow>(railRows).map(([name, { icon: iconName, ...row }]) => ({
  ...row,
  row: name as RailRowName,
  icon: icon(iconName),
}));

const placesOfRow = (row: RailRowName) => placeNames.filter((name) => placeOf(name).row === row);

/** The rail's rows for a role. A row without a place that the role may open is left out. */
export function railFor(role: Role): RailLink[] {
  return rows.flatMap((row) => {
    const place = placesOfRow(row.row).find((name) => mayOpen(name, role));
    return place === undefined ? [] : [{ ...row, place }];
  });
}

/** True if the page at `pathname` belongs to the row: it is the page of one of its places, or a page below it. */
export function isInRow(row: RailRowName, environment: Environment, pathname: string): boolean {
  return placesOfRow(row).some((name) => {
    const path = placeHref(name, environment);
    // The overview's path is a prefix of every page of the environment, so it must match exactly.
    return pathname === path || (name !== "overview" && pathname.startsWith(`${path}/`));
  });
}

/**
 * The tabs of the page at `pathname` that a person with this role may open. None if the page has no tab, or if its tab
 * would be the only one.
 */
export function tabsFor(role: Role, environment: Environment, pathname: string): PlaceName[] {
  const current = placeNames.find((name) => placeHref(name, environment) === pathname);
  const { row, tab } = current === undefined ? {} : placeOf(current);
  if (row === undefined || tab === undefined) return [];
  const tabs = placesOfRow(row).filter((name) => placeOf(name).tab !== undefined && mayOpen(name, role));
  return tabs.length > 1 ? tabs : [];
}
