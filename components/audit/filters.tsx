"use client";

import { useQuery } from "@tanstack/react-query";
import { useDaysFilter } from "#components/forms/filters/days-filter.tsx";
import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { byLink, oneValue, severalValues } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { personChoices } from "#components/forms/filters/person-choices.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Building2, Globe, Search, Tag, UserRound } from "#components/ui/icon/icons.tsx";
import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { maxAuditText } from "#lib/contract/values/limits.ts";
import { auditPeopleQueryOptions } from "#lib/query/console/audit.ts";
import type { AuditView } from "#lib/url-state/audit-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { actionNames, auditFilterTexts as texts } from "./texts.ts";

interface FilterProps {
  view: AuditView;
  change: ChangeView<AuditView>;
}

/**
 * Searches only when the person presses Enter, because the search compares whole texts and a partial text would find
 * nothing.
 */
function AuditSearch({ view: { text }, change }: FilterProps) {
  return (
    <search className="relative">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const entered = new FormData(event.currentTarget).get("text");
          change({ text: String(entered ?? "").trim() || undefined });
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-ink-muted" />
        <input
          // The key resets the input when the text in the URL changes, for example after Back.
          key={text ?? ""}
          type="search"
          name="text"
          aria-label={texts.search}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxAuditText}
          defaultValue={text ?? ""}
          className="h-8 w-full rounded-base border border-line-strong bg-surface ps-8 pe-2 text-table"
        />
      </form>
    </search>
  );
}

const actions = auditActions.map((value) => ({ value, name: actionNames[value] }));

/** The filters of the audit log. */
export function AuditFilters({ view, change }: FilterProps) {
  const people = useQuery(auditPeopleQueryOptions()).data?.people ?? [];
  const filters: ListFilter<AuditView>[] = [
    useDaysFilter("days", texts.days, view),
    severalValues({
      id: "person",
      name: texts.person,
      icon: UserRound,
      choices: personChoices(people),
      chosen: view.actors,
      other: filterTexts.somebody,
      changeTo: (chosen) => ({ actors: chosen }),
    }),
    severalValues({
      id: "action",
      name: texts.action,
      icon: Tag,
      choices: actions,
      chosen: view.actions,
      changeTo: (chosen) => ({ actions: chosen }),
    }),
    oneValue({
      id: "environment",
      name: texts.environment,
      icon: Globe,
      choices: environments.map((value) => ({ value, name: environmentNames[value] })),
      chosen: view.environment,
      changeTo: (environment) => ({ environment }),
    }),
    byLink({
      id: "customer",
      name: texts.customer,
      icon: Building2,
      text: view.customer,
      removal: { customer: undefined },
    }),
  ];
  return <FilterBar filters={filters} change={change} search={<AuditSearch view={view} change={change} />} />;
}
