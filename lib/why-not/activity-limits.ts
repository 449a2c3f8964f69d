import { type ActivitiesView, defaultActivitiesView } from "#lib/url-state/activities-view.ts";
import { eachAndAll } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty list of activities. */
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
