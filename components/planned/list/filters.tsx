"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts as texts } from "#components/planned/texts.ts";
import { Building2, CircleDot, Hourglass, UserRound } from "#components/ui/icon/icons.tsx";
import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { plannedStateNames } from "#lib/planned/planned-texts.ts";
import type { PlannedView } from "#lib/url-state/planned-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

const states = plannedStates.map((value) => ({ value, name: plannedStateNames[value] }));

interface PlannedFiltersProps {
  view: PlannedView;
  change: ChangeView<PlannedView>;
  companyName: string | undefined;
}

/** The filters of the list of planned changes. `companyName` is the name of the customer in the filter, if known. */
export function PlannedFilters({ view, change, companyName }: PlannedFiltersProps) {
  const { several, onOff, byLink } = filtersOf(view);
  const filters = [
    // The chosen states may belong to ended planned changes, so they replace this filter.
    ...(view.states.length > 0 ? [] : [onOff("open", texts.open, Hourglass)]),
    several("states", texts.state, CircleDot, states),
    onOff("mine", texts.mine, UserRound),
    byLink("customerID", texts.customer, Building2, companyName),
  ];
  return <FilterBar filters={filters} change={change} />;
}
