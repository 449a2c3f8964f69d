import { type ActivitiesView, defaultActivitiesView } from "#lib/url-state/activities-view.ts";
import { defaultOperationsView, type OperationsView } from "#lib/url-state/operations-view.ts";
import type { ListLimit } from "./list-limit.ts";
import type { EmptyCause } from "./why-empty.ts";

/** The limits of a view's filters: first each filter alone, then all filters together. */
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

/** The limits of a list of operations. */
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

/** The limits of a list of activities. */
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
