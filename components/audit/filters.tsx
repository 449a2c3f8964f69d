"use client";

import { useQuery } from "@tanstack/react-query";
import { useDaysFilter } from "#components/forms/filters/days-filter.tsx";
import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
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
    <search className="relative min-w-0 flex-1">
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
const environmentChoices = environments.map((value) => ({ value, name: environmentNames[value] }));

/** The filters of the audit log. `companyName`: the name of the customer in the filter, if it is known. */
export function AuditFilters({ view, change, companyName }: FilterProps & { companyName: string | undefined }) {
  const people = useQuery(auditPeopleQueryOptions()).data?.people ?? [];
  const { several, one, byLink } = filtersOf(view);
  const filters = [
    useDaysFilter<AuditView>("days", texts.days, view),
    several("actors", texts.person, UserRound, personChoices(people), { other: filterTexts.somebody }),
    several("actions", texts.action, Tag, actions),
    one("environment", texts.environment, Globe, environmentChoices),
    byLink("customer", texts.customer, Building2, companyName),
  ];
  return <FilterBar filters={filters} change={change} search={<AuditSearch view={view} change={change} />} />;
}
