import type { Environment } from "#lib/contract/environment.ts";
import { type ActivitiesView, defaultActivitiesView } from "#lib/url-state/activities-view.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { defaultOperationsView, type OperationsView } from "#lib/url-state/operations-view.ts";
import { ladderSteps } from "#lib/url-state/search-widening.ts";
import type { EmptyCause } from "./why-empty.ts";

/** A limit of a list, and the list without it. */
export interface ListLimit<View> {
  cause: EmptyCause;
  /** Which filter it is, where it is one. */
  filter?: keyof View & string;
  change: Partial<View>;
  /** Where the list without it is; absent for the same environment. */
  environment?: Environment;
}

type Narrowing = Pick<CustomersView, "window" | "searchTerm" | "includeDeleted">;

/**
 * What narrows a list of customers, in the order in which it is taken away: the window step by step, then deleted
 * customers of all time, then the other environments of the person, then the search text.
 */
export function customerLimits(
  view: Narrowing,
  others: readonly Environment[],
  nowMs: number,
): ListLimit<CustomersView>[] {
  const { window, searchTerm, includeDeleted } = view;
  const isSearch = searchTerm !== "";
  const everyone = { window: "all", includeDeleted: true } as const;
  return [
    ...ladderSteps(window, isSearch, nowMs).map((step) => ({ cause: "window" as const, change: { window: step } })),
    ...(includeDeleted ? [] : [{ cause: "deleted" as const, change: everyone }]),
    ...(isSearch ? others : []).map((environment) => ({
      cause: "environment" as const,
      environment,
      change: everyone,
    })),
    ...(isSearch ? [{ cause: "search" as const, change: { searchTerm: "" } }] : []),
    ...(isSearch && window !== "all"
      ? [{ cause: "search" as const, change: { searchTerm: "", window: "all" as const } }]
      : []),
  ];
}

/** The members of a view that differ from what shows everything, each alone and then all of them. */
export function eachAndAll<View>(
  view: View,
  groups: readonly { cause: EmptyCause; filter: keyof View & string; members: readonly (keyof View)[] }[],
  none: Readonly<View>,
): ListLimit<View>[] {
  const without = (members: readonly (keyof View)[]) =>
    Object.fromEntries(members.map((member) => [member, none[member]])) as Partial<View>;
  const isSet = (member: keyof View) => JSON.stringify(view[member]) !== JSON.stringify(none[member]);
  const inForce = groups.filter(({ members }) => members.some(isSet));
  return [
    ...inForce.map(({ cause, filter, members }) => ({ cause, filter, change: without(members) })),
    ...(inForce.length < 2
      ? []
      : [{ cause: "filters" as const, change: without(inForce.flatMap(({ members }) => members)) }]),
  ];
}

/** What narrows a list of operations. */
export const operationLimits = (view: OperationsView): ListLimit<OperationsView>[] =>
  eachAndAll(
    view,
    [
      { cause: "window", filter: "datefrom", members: ["datefrom", "dateto"] },
      { cause: "search", filter: "searchTerm", members: ["searchTerm"] },
      { cause: "filter", filter: "mine", members: ["mine", "staffID"] },
      { cause: "filter", filter: "outcomes", members: ["outcomes"] },
      { cause: "filter", filter: "states", members: ["states"] },
      { cause: "filter", filter: "kind", members: ["kind"] },
      { cause: "filter", filter: "ticket", members: ["ticket"] },
      { cause: "filter", filter: "customerID", members: ["customerID"] },
    ],
    defaultOperationsView,
  );

/** What narrows the activities of a customer. */
export const activityLimits = (view: ActivitiesView): ListLimit<ActivitiesView>[] =>
  eachAndAll(
    view,
    [
      { cause: "window", filter: "days", members: ["days"] },
      { cause: "window", filter: "window", members: ["window", "days"] },
      { cause: "filter", filter: "type", members: ["type"] },
      { cause: "filter", filter: "direction", members: ["direction"] },
    ],
    defaultActivitiesView,
  );
