import { defaultOperationsView, type OperationsView } from "#lib/url-state/operations-view.ts";
import { eachAndAll } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty list of operations. */
export const operationLimits = (view: OperationsView): ListLimit<OperationsView>[] =>
  eachAndAll(
    view,
    [
      { cause: "window", filter: "datefrom", members: ["datefrom", "dateto"] },
      { cause: "search", filter: "searchTerm", members: ["searchTerm"] },
      { cause: "filter", filter: "mine", members: ["mine", "staffIDs"] },
      { cause: "filter", filter: "outcomes", members: ["outcomes"] },
      { cause: "filter", filter: "states", members: ["states"] },
      { cause: "filter", filter: "kinds", members: ["kinds"] },
      { cause: "filter", filter: "ticket", members: ["ticket"] },
      { cause: "filter", filter: "customerID", members: ["customerID"] },
    ],
    defaultOperationsView,
  );
