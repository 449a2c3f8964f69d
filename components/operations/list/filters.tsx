"use client";

import { startTransition, useOptimistic } from "react";
import { ChoiceFilter } from "#components/forms/filters/choice-filter.tsx";
import { DaysFilter } from "#components/forms/filters/days-filter.tsx";
import { FilterChip } from "#components/forms/filters/filter-chip.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { IDFilter } from "#components/forms/filters/id-filter.tsx";
import { SearchBox } from "#components/forms/filters/search-box.tsx";
import { outcomeFilterNames, stateNames, operationFilterTexts as texts } from "#components/operations/texts.ts";
import { Button } from "#components/ui/button.tsx";
import { CircleDot, type IconComponent, Send, Tag } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { operationStates, outcomeFilters } from "#lib/contract/values/operations/operation-states.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { defaultOperationsView, type OperationsView, operationsExportQuery } from "#lib/url-state/operations-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { PersonFilter } from "./person-filter.tsx";

interface ManyProps<Word extends string> {
  id: string;
  name: string;
  icon: IconComponent;
  words: readonly Word[];
  names: Readonly<Record<Word, string>>;
  /** The selected values in the order of `words`. Empty if no filter is set. */
  chosen: readonly Word[];
  onChange: (chosen: Word[]) => void;
}

/** A filter with a few values. A person can select several. */
function Many<Word extends string>({ id, name, icon, words, names, chosen: inAddress, onChange }: ManyProps<Word>) {
  // The URL changes slightly later. Meanwhile the checkbox already shows its new state.
  const [chosen, showChosen] = useOptimistic(inAddress);
  const choose = (next: Word[]) =>
    startTransition(() => {
      showChosen(next);
      onChange(next);
    });
  const value = chosen.length === 0 ? filterTexts.any : chosen.map((word) => names[word]).join(", ");
  return (
    <FilterChip
      id={id}
      name={name}
      value={value}
      icon={icon}
      isSet={chosen.length > 0}
      openLabel={filterTexts.change(name)}
      removeLabel={filterTexts.remove(name, value)}
      onRemove={() => choose([])}
      popoverLabel={name}
    >
      <fieldset className="p-1">
        <legend className="sr-only">{name}</legend>
        {words.map((word) => (
          <label
            key={word}
            className="flex h-8 w-full items-center gap-2 rounded-small px-2 text-table hover:bg-accent-soft"
          >
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ target: { checked } }) =>
                choose(words.filter((other) => (other === word ? checked : chosen.includes(other))))
              }
              className="size-4 accent-accent"
            />
            {names[word]}
          </label>
        ))}
      </fieldset>
    </FilterChip>
  );
}

const kinds = operationKinds.map(({ kind, plural }) => ({ value: kind, name: plural }));

interface OperationsFiltersProps {
  view: OperationsView;
  change: ChangeView<OperationsView>;
  environment: Environment;
}

/**
 * The filters of the list, stored in the URL. All filters are always visible. A person can remove each filter that is
 * set.
 */
export function OperationsFilters({ environment, view, change }: OperationsFiltersProps) {
  const { outcomes, states, customerID, ticket } = view;
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchBox
        value={view.searchTerm}
        onSearch={(searchTerm, history) => change({ searchTerm }, history)}
        label={texts.search}
        placeholder={texts.searchPlaceholder}
      />
      <DaysFilter id="operations-days" name={texts.days} view={view} change={change} />
      <PersonFilter environment={environment} view={view} change={change} />
      <ChoiceFilter
        id="operations-kind"
        name={texts.kind}
        icon={Tag}
        any={texts.anyKind}
        choices={kinds}
        chosen={view.kind}
        onChoose={(kind) => change({ kind })}
      />
      <Many
        id="operations-outcomes"
        name={texts.outcomes}
        icon={CircleDot}
        words={outcomeFilters}
        names={outcomeFilterNames}
        chosen={outcomes}
        onChange={(chosen) => change({ outcomes: chosen })}
      />
      <Many
        id="operations-states"
        name={texts.states}
        icon={Send}
        words={operationStates}
        names={stateNames}
        chosen={states}
        onChange={(chosen) => change({ states: chosen })}
      />
      {customerID !== undefined && (
        <IDFilter name={texts.customer} id={customerID} onRemove={() => change({ customerID: undefined })} />
      )}
      {ticket !== undefined && (
        <IDFilter name={texts.ticket} id={ticket} onRemove={() => change({ ticket: undefined })} />
      )}
      {operationsExportQuery(view).size > 1 && (
        <Button variant="quiet" onClick={() => change({ ...defaultOperationsView, limit: view.limit })}>
          {filterTexts.removeAll}
        </Button>
      )}
    </KeepFocus>
  );
}
