"use client";

import { useQuery } from "@tanstack/react-query";
import { useDaysFilter } from "#components/forms/filters/days-filter.tsx";
import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { personChoices } from "#components/forms/filters/person-choices.ts";
import { SearchBox } from "#components/forms/filters/search-box.tsx";
import { outcomeFilterNames, stateNames, operationFilterTexts as texts } from "#components/operations/texts.ts";
import { Building2, CircleDot, Send, Tag, Ticket, UserRound } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { operationStates, outcomeFilters } from "#lib/contract/values/operations/operation-states.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { operationPeopleQueryOptions } from "#lib/query/operations/operations.ts";
import type { OperationsView } from "#lib/url-state/operations-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

const kinds = operationKinds.map(({ kind, plural }) => ({ value: kind, name: plural }));
const outcomes = outcomeFilters.map((value) => ({ value, name: outcomeFilterNames[value] }));
const states = operationStates.map((value) => ({ value, name: stateNames[value] }));

interface OperationsFiltersProps {
  view: OperationsView;
  change: ChangeView<OperationsView>;
  environment: Environment;
  /** The name of the customer in the filter, if it is known. */
  companyName: string | undefined;
}

/**
 * The filters of the list of operations. In a link, `mine` means the person who reads the page. So the link shows each
 * reader the reader's own operations.
 */
export function OperationsFilters({ environment, view, change, companyName }: OperationsFiltersProps) {
  const { staffID } = useSession().staff;
  const people = useQuery(operationPeopleQueryOptions(environment)).data?.people ?? [];
  const others = people.filter((person) => person.staffID !== staffID);
  const { several, byLink } = filtersOf(view);
  const filters = [
    useDaysFilter<OperationsView>("days", texts.days, view),
    several("staffIDs", texts.person, UserRound, [{ value: staffID, name: texts.mine }, ...personChoices(others)], {
      chosen: view.mine ? [staffID] : view.staffIDs,
      other: filterTexts.somebody,
      changeTo(chosen) {
        const isMine = chosen.length === 1 && chosen[0] === staffID;
        return { mine: isMine, staffIDs: isMine ? [] : chosen };
      },
    }),
    several("kinds", texts.kind, Tag, kinds),
    several("outcomes", texts.outcomes, CircleDot, outcomes),
    several("states", texts.states, Send, states),
    byLink("customerID", texts.customer, Building2, companyName),
    byLink("ticket", texts.ticket, Ticket),
  ];
  return (
    <FilterBar
      filters={filters}
      change={change}
      search={
        <SearchBox
          value={view.searchTerm}
          onSearch={(searchTerm, history) => change({ searchTerm }, history)}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
        />
      }
    />
  );
}
