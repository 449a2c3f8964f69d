import { proposalKinds, proposalStates } from "#lib/contract/values/operations/proposal-states.ts";
import { declareListView, flag, resourceID, someOf } from "./declared-view.ts";

/** The filters of the proposals page. */
const view = declareListView({
  states: someOf(proposalStates, "state"),
  kinds: someOf(proposalKinds, "kind"),
  clientID: resourceID(),
  /** True to show only proposals of API clients whose keys the person made. */
  mine: flag(),
});

export type ProposalsView = ReturnType<typeof view.parse>;

export const {
  initial: defaultProposalsView,
  parse: parseProposalsView,
  params: proposalsViewParams,
  change: changeProposalsView,
} = view;

/** The query of `GET /api/{environment}/proposals` for a page of the list. */
export function proposalsQuery({ states, kinds, clientID, mine, limit, offset }: ProposalsView): URLSearchParams {
  const params = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (states.length > 0) params.set("state", states.join(","));
  if (kinds.length > 0) params.set("kind", kinds.join(","));
  if (clientID !== undefined) params.set("clientID", clientID);
  if (mine) params.set("mine", "true");
  return params;
}
