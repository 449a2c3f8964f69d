import type { ListLimit } from "./list-limit.ts";
import type { EmptyCause } from "./why-empty.ts";

/** Returns the limit that consists of one member's filter. */
export const filterLimit = <View>(name: keyof View & string) => ({
  cause: "filter" as const,
  filter: name,
  members: [name],
});

/** Returns the limits of a view's filters: first each filter alone, then all filters together. */
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
