import { defaultPlannedView, type PlannedView } from "#lib/url-state/planned-view.ts";
import { eachAndAll, filterLimit } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/**
 * The limits that may explain an empty list of planned changes. A chosen state and `open` are one limit, because `open`
 * has no effect while a state is chosen.
 */
export const plannedLimits = (view: PlannedView): ListLimit<PlannedView>[] =>
  eachAndAll(
    view,
    [
      filterLimit<PlannedView>("mine"),
      filterLimit<PlannedView>("customerID"),
      view.states.length > 0
        ? { ...filterLimit<PlannedView>("states"), members: ["states", "open"] }
        : filterLimit("open"),
    ],
    { ...defaultPlannedView, open: false },
  );
