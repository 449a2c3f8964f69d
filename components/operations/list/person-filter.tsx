"use client";

import { useQuery } from "@tanstack/react-query";
import { ChoiceFilter } from "#components/forms/filters/choice-filter.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { operationFilterTexts as texts } from "#components/operations/texts.ts";
import { UserRound } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { operationPeopleQueryOptions } from "#lib/query/operations/operations.ts";
import type { OperationsView } from "#lib/url-state/operations-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

const me = "me";

interface PersonFilterProps {
  environment: Environment;
  view: Pick<OperationsView, "mine" | "staffID">;
  change: ChangeView<OperationsView>;
}

/** A filter that shows only the operations of one person. */
export function PersonFilter({ environment, view: { mine, staffID }, change }: PersonFilterProps) {
  const { staff } = useSession();
  const people = useQuery(operationPeopleQueryOptions(environment)).data?.people ?? [];
  const others = people.filter((person) => person.staffID !== staff.staffID);
  return (
    <ChoiceFilter
      id="operations-person"
      name={texts.person}
      icon={UserRound}
      any={texts.everyone}
      choices={[
        { value: me, name: texts.mine },
        ...others.map((person) => ({ value: person.staffID, name: person.email })),
      ]}
      chosen={mine || staffID === staff.staffID ? me : staffID}
      other={filterTexts.somebody}
      onChoose={(chosen) => change({ mine: chosen === me, staffID: chosen === me ? undefined : chosen })}
    />
  );
}
