import { type CallsView, defaultCallsView } from "#lib/url-state/calls-view.ts";
import { eachAndAll, filterLimit } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty list of API calls. */
export const callLimits = (view: CallsView): ListLimit<CallsView>[] =>
  eachAndAll(
    view,
    [
      filterLimit<CallsView>("results"),
      filterLimit<CallsView>("kinds"),
      filterLimit<CallsView>("causes"),
      { ...filterLimit<CallsView>("path"), members: ["path", "method"] },
      filterLimit<CallsView>("error"),
      filterLimit<CallsView>("id"),
      filterLimit<CallsView>("staffIDs"),
      filterLimit<CallsView>("requestIDs"),
    ],
    defaultCallsView,
  );
