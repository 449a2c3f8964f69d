"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { proposalKindNames, proposalStateNames, filterTexts as texts } from "#components/proposals/texts.ts";
import { CircleDot, KeyRound, ListChecks, UserRound } from "#components/ui/icon/icons.tsx";
import type { ProposalList } from "#lib/contract/operations/proposal.ts";
import { proposalKinds, proposalStates } from "#lib/contract/values/operations/proposal-states.ts";
import type { ProposalsView } from "#lib/url-state/proposals-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

const states = proposalStates.map((value) => ({ value, name: proposalStateNames[value] }));
const kinds = proposalKinds.map((value) => ({ value, name: proposalKindNames[value] }));

interface ProposalFiltersProps {
  view: ProposalsView;
  change: ChangeView<ProposalsView>;
  /** The API clients that have made proposals. */
  clients: ProposalList["clients"];
}

/** The filters of the list of proposals. */
export function ProposalFilters({ view, change, clients }: ProposalFiltersProps) {
  const { several, one, onOff } = filtersOf(view);
  const choices = clients.map(({ clientID, name }) => ({ value: clientID, name }));
  const filters = [
    several("states", texts.state, CircleDot, states),
    several("kinds", texts.kind, ListChecks, kinds),
    one("clientID", texts.client, KeyRound, choices),
    onOff("mine", texts.mine, UserRound),
  ];
  return <FilterBar filters={filters} change={change} />;
}
