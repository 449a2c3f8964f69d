"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { byLink, onOff, severalValues } from "#components/forms/filters/filter-kinds.tsx";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { filterTexts as texts } from "#components/planned/texts.ts";
import { Building2, CircleDot, Hourglass, UserRound } from "#components/ui/icon/icons.tsx";
import { plannedStateNames } from "#components/ui/status/planned-status-texts.ts";
import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import type { PlannedView } from "#lib/url-state/planned-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

const states = plannedStates.map((value) => ({ value, name: plannedStateNames[value] }));

/** The filters of the list of planned changes. */
export function PlannedFilters({ view, change }: { view: PlannedView; change: ChangeView<PlannedView> }) {
  const filters: ListFilter<PlannedView>[] = [
    // The chosen states may belong to ended planned changes, so they replace this filter.
    ...(view.states.length > 0
      ? []
      : [
          onOff<PlannedView>({
            id: "open",
            name: texts.open,
            icon: Hourglass,
            isSet: view.open,
            addition: { open: true },
            removal: { open: false },
          }),
        ]),
    severalValues({
      id: "state",
      name: texts.state,
      icon: CircleDot,
      choices: states,
      chosen: view.states,
      changeTo: (chosen) => ({ states: chosen }),
    }),
    onOff({
      id: "mine",
      name: texts.mine,
      icon: UserRound,
      isSet: view.mine,
      addition: { mine: true },
      removal: { mine: false },
    }),
    byLink({
      id: "customer",
      name: texts.customer,
      icon: Building2,
      text: view.customerID,
      removal: { customerID: undefined },
    }),
  ];
  return <FilterBar filters={filters} change={change} />;
}
