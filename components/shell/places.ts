import { type IconComponent, icon } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import {
  mayOpen,
  type PlaceName,
  type PlaceReader,
  placeNames,
  placeOf,
  type RailRow,
  type RailRowName,
  railRows,
} from "#lib/places.ts";

/** A row of the rail, as a certain person sees it. */
export interface RailLink extends Pick<RailRow, "label" | "tileLabel" | "isInBar" | "hasCount"> {
  row: RailRowName;
  icon: IconComponent;
  /** The place that the row opens. It is the row's first place that the person may open. */
  place: PlaceName;
}

const rows = Object.entries<RailRow>(railRows).map(([name, { icon: iconName, ...row }]) => ({
  ...row,
  row: name as RailRowName,
  icon: icon(iconName),
}));

const placesOfRow = (row: RailRowName) => placeNames.filter((name) => placeOf(name).row === row);

/** The rows of the rail for a person. Omits rows that contain no place for this person. */
export function railFor(reader: PlaceReader): RailLink[] {
  return rows.flatMap((row) => {
    const place = placesOfRow(row.row).find((name) => mayOpen(name, reader));
    return place === undefined ? [] : [{ ...row, place }];
  });
}

/** True if the page at `pathname` is one of the row's places, or is below one of these places. */
export function isInRow(row: RailRowName, environment: Environment, pathname: string): boolean {
  return placesOfRow(row).some((name) => {
    const path = placeHref(name, environment);
    // For the overview, only its exact path matches, because it is a prefix of every page's path.
    return pathname === path || (name !== "overview" && pathname.startsWith(`${path}/`));
  });
}

/**
 * The tabs on the page at `pathname` that the person may open. Empty if the page has no tabs, or if there would be only
 * one tab.
 */
export function tabsFor(reader: PlaceReader, environment: Environment, pathname: string): PlaceName[] {
  const current = placeNames.find((name) => placeHref(name, environment) === pathname);
  const { row, tab } = current === undefined ? {} : placeOf(current);
  if (row === undefined || tab === undefined) return [];
  const tabs = placesOfRow(row).filter((name) => placeOf(name).tab !== undefined && mayOpen(name, reader));
  return tabs.length > 1 ? tabs : [];
}
