"use client";

import { useQuery } from "@tanstack/react-query";
import { useDaysFilter } from "#components/forms/filters/days-filter.tsx";
import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { byLink, severalValues } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
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

/**
 * A filter by people. `mine` means the person who reads the page. So a link with `mine` shows each reader the reader's
 * own operations.
 */
function usePersonFilter(environment: Environment, { mine, staffIDs }: OperationsView): ListFilter<OperationsView> {
  const { staffID } = useSession().staff;
  const people = useQuery(operationPeopleQueryOptions(environment)).data?.people ?? [];
  const others = people.filter((person) => person.staffID !== staffID);
  return severalValues({
    id: "person",
    name: texts.person,
    icon: UserRound,
    choices: [{ value: staffID, name: texts.mine }, ...personChoices(others)],
    chosen: mine ? [staffID] : staffIDs,
    other: filterTexts.somebody,
    changeTo: (chosen) => {
      const isMine = chosen.length === 1 && chosen[0] === staffID;
      return { mine: isMine, staffIDs: isMine ? [] : chosen };
    },
  });
}

interface OperationsFiltersProps {
  view: OperationsView;
  change: ChangeView<OperationsView>;
  environment: Environment;
}

/** The filters of the list of operations. */
export function OperationsFilters({ environment, view, change }: OperationsFiltersProps) {
  const filters: ListFilter<OperationsView>[] = [
    useDaysFilter("days", texts.days, view),
    usePersonFilter(environment, view),
    severalValues({
      id: "kind",
      name: texts.kind,
      icon: Tag,
      choices: kinds,
      chosen: view.kinds,
      changeTo: (chosen) => ({ kinds: chosen }),
    }),
    severalValues({
      id: "outcome",
      name: texts.outcomes,
      icon: CircleDot,
      choices: outcomes,
      chosen: view.outcomes,
      changeTo: (chosen) => ({ outcomes: chosen }),
    }),
    severalValues({
      id: "state",
      name: texts.states,
      icon: Send,
      choices: states,
      chosen: view.states,
      changeTo: (chosen) => ({ states: chosen }),
    }),
    byLink({
      id: "customer",
      name: texts.customer,
      icon: Building2,
      text: view.customerID,
      removal: { customerID: undefined },
    }),
    byLink({ id: "ticket", name: texts.ticket, icon: Ticket, text: view.ticket, removal: { ticket: undefined } }),
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
