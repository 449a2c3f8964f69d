"use client";

import { useState } from "react";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { FilterChip } from "#components/forms/filters/filter-chip.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { CalendarDays, type IconComponent, Tag, Users } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { scanFilterTexts as texts, usersPhrase } from "./scan-filter-texts.ts";

const ContractValueChoices = lazyPart(() =>
  import("./scan-filter-choices.tsx").then((module) => module.ContractValueChoices),
);
const UsersRangeForm = lazyPart(() => import("./scan-filter-choices.tsx").then((module) => module.UsersRangeForm));

const idOf = (name: string) => `customers-filter-${name}`;

/** The filters that the API does not support. The choices of a filter are loaded when a person opens it. */
export function ScanFilters({ environment }: { environment: Environment }) {
  const [view, change] = useCustomersView(environment);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const chip = (name: "plan" | "term" | "users", value: string, icon: IconComponent, isSet: boolean) => ({
    id: idOf(name),
    name: texts[name],
    value,
    icon,
    isSet,
    popoverLabel: texts[name],
    openLabel: filterTexts.change(texts[name]),
    removeLabel: filterTexts.remove(texts[name], value),
    onRemove: () => void change({ [name]: undefined }),
    onOpen: () => setOpened((before) => new Set(before).add(name)),
  });
  const contractChip = (member: "plan" | "term", any: string, icon: IconComponent) => {
    const word = view[member];
    const shown = word === undefined ? any : contractValueName(member, word);
    return (
      <FilterChip {...chip(member, shown, icon, word !== undefined)}>
        {opened.has(member) && (
          <ContractValueChoices
            id={idOf(member)}
            environment={environment}
            member={member}
            any={any}
            chosen={word}
            onChoose={(chosen) => change({ [member]: chosen })}
          />
        )}
      </FilterChip>
    );
  };
  return (
    <>
      {contractChip("plan", texts.anyPlan, Tag)}
      {contractChip("term", texts.anyTerm, CalendarDays)}
      <FilterChip
        {...chip("users", view.users ? usersPhrase(view.users) : texts.anyNumber, Users, view.users !== undefined)}
      >
        {opened.has("users") && (
          <UsersRangeForm id={idOf("users")} range={view.users} onRange={(users) => change({ users })} />
        )}
      </FilterChip>
    </>
  );
}
