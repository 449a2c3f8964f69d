import { type IconComponent, icon } from "#components/ui/icon/icons.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import { type PlaceName, placeNames, placeOf, type RailRow } from "#lib/places.ts";
import { shellTexts as texts } from "./texts.ts";

/** A row of the rail. */
export interface RailPlace {
  name: PlaceName;
  label: string;
  icon: IconComponent;
  isTab: boolean;
  hasCount: boolean;
}

export interface RailGroup {
  /** Undefined for the first group, which contains the everyday pages. */
  title: string | undefined;
  rows: readonly RailPlace[];
}

const groupTitles: Readonly<Record<RailRow["group"], string | undefined>> = {
  daily: undefined,
  api: texts.api,
  administration: texts.administration,
};

const rows = placeNames.flatMap((name) => {
  const { rail, title, permission } = placeOf(name);
  if (!rail) return [];
  const { group, label = title, isTab = false, hasCount = false } = rail;
  return [{ name, group, label, icon: icon(rail.icon), isTab, hasCount, permission }];
});

/** The rail's rows for a role, in groups. Groups without rows are left out. */
export function railFor(role: Role): RailGroup[] {
  const own = rows.filter(({ permission }) => permission === undefined || may(role, permission));
  return (Object.keys(groupTitles) as RailRow["group"][])
    .map((group) => ({ title: groupTitles[group], rows: own.filter((row) => row.group === group) }))
    .filter((group) => group.rows.length > 0);
}

/**
 * True if the page at `pathname` belongs to the place: it is the place's own page, a page below it, or a page of a
 * child place.
 */
export function isPlace(name: PlaceName, environment: Environment, pathname: string): boolean {
  const path = placeHref(name, environment);
  // The overview's path is a prefix of every page of the environment, so it must match exactly.
  const isHere = pathname === path || (name !== "overview" && pathname.startsWith(`${path}/`));
  return isHere || placeNames.some((other) => placeOf(other).below === name && isPlace(other, environment, pathname));
}
