import { defaultProposalsView, type ProposalsView } from "#lib/url-state/proposals-view.ts";
import { eachAndAll, filterLimit } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty list of proposals. */
export const proposalLimits = (view: ProposalsView): ListLimit<ProposalsView>[] =>
  eachAndAll(
    view,
    (["states", "kinds", "clientID", "mine"] as const).map((name) => filterLimit<ProposalsView>(name)),
    defaultProposalsView,
  );
