"use client";

import { useQuery } from "@tanstack/react-query";
import { ChoiceFilter } from "#components/forms/filters/choice-filter.tsx";
import { DaysFilter } from "#components/forms/filters/days-filter.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { IDFilter } from "#components/forms/filters/id-filter.tsx";
import { Button } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Globe, Search, Tag, UserRound } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { maxAuditText } from "#lib/contract/values/limits.ts";
import { auditPeopleQueryOptions } from "#lib/query/console/audit.ts";
import { type AuditView, auditFilterParams, defaultAuditView } from "#lib/url-state/audit-view.ts";
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
    <search className="relative w-72 max-sm:w-full">
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
          {...keepFocusProps}
          type="search"
          name="text"
          aria-label={texts.search}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxAuditText}
          defaultValue={text ?? ""}
          className="h-8 w-full rounded-base border border-line bg-surface ps-8 pe-2 text-table"
        />
      </form>
    </search>
  );
}

/**
 * The filters of the list, stored in the URL. All filters are always visible. A person can remove each filter that is
 * set.
 */
export function AuditFilters({ view, change }: FilterProps) {
  const people = useQuery(auditPeopleQueryOptions()).data?.people ?? [];
  const { customer } = view;
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <AuditSearch view={view} change={change} />
      <DaysFilter id="audit-days" name={texts.days} view={view} change={change} />
      <ChoiceFilter
        id="audit-person"
        name={texts.person}
        icon={UserRound}
        any={texts.everyone}
        choices={people.map(({ staffID, email }) => ({ value: staffID, name: email }))}
        chosen={view.actor}
        other={filterTexts.somebody}
        onChoose={(actor) => change({ actor })}
      />
      <ChoiceFilter
        id="audit-action"
        name={texts.action}
        icon={Tag}
        any={texts.anyAction}
        choices={auditActions.map((value) => ({ value, name: actionNames[value] }))}
        chosen={view.action}
        onChoose={(action) => change({ action })}
      />
      <ChoiceFilter
        id="audit-environment"
        name={texts.environment}
        icon={Globe}
        any={texts.anyEnvironment}
        choices={environments.map((value) => ({ value, name: environmentNames[value] }))}
        chosen={view.environment}
        onChoose={(environment) => change({ environment })}
      />
      {customer !== undefined && (
        <IDFilter name={texts.customer} id={customer} onRemove={() => change({ customer: undefined })} />
      )}
      {auditFilterParams(view).size > 1 && (
        <Button variant="quiet" onClick={() => change(defaultAuditView)}>
          {filterTexts.removeAll}
        </Button>
      )}
    </KeepFocus>
  );
}
