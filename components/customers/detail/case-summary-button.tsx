"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { Button } from "#components/ui/button.tsx";
import { BriefcaseBusiness, Check } from "#components/ui/icon/icons.tsx";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { asCommand } from "#components/ui/page-commands.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { caseSummary, type SummaryPart } from "#lib/case-summary/case-summary.ts";
import type { AsOn, CustomerHistory } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  customerAsOnKey,
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { caseSummaryButtonTexts as texts } from "./texts.ts";

type Client = ReturnType<typeof useQueryClient>;

/** The age of an answer, from a panel's cached data. */
function ageOf(data: unknown): Pick<SummaryPart, "asOf" | "stale"> {
  if (typeof data !== "object" || data === null) return {};
  const age = "pages" in data && Array.isArray(data.pages) ? data.pages[0] : data;
  if (typeof age?.asOf !== "string") return {};
  return { asOf: age.asOf, ...(age.stale === true ? { stale: true } : {}) };
}

/** The cached data about the customer, by query key, including the panels of other entities. */
function partsOf(client: Client, environment: Environment, customerID: string): SummaryPart[] {
  const asOnKey = customerAsOnKey(environment, customerID);
  const queries = client.getQueryCache().findAll({
    predicate: (query) => {
      const { queryKey, state } = query;
      if (queryKey[0] !== environment || !queryKey.includes(customerID)) return false;
      // Of the times that the person asked for, the page shows only the last one.
      const isEarlierTime = asOnKey.every((part, index) => queryKey[index] === part) && !query.isActive();
      return !isEarlierTime && (state.data !== undefined || state.error !== null);
    },
  });
  return queries.map(({ queryKey, state }) => {
    const words = queryKey.slice(1).filter((part) => typeof part === "string" && part !== customerID);
    const problem = state.error ? shownProblem(state.error) : undefined;
    return { name: words.join(" "), ...ageOf(state.data), ...(problem ? { problem } : {}) };
  });
}

/** What the page shows of a time that the person asked for. */
function asOnOf(client: Client, environment: Environment, customerID: string): AsOn | undefined {
  const shown = client.getQueryCache().find<CustomerHistory>({
    queryKey: customerAsOnKey(environment, customerID),
    exact: false,
    type: "active",
  });
  return shown?.state.data?.asOn;
}

function summaryOf(client: Client, environment: Environment, customerID: string): string {
  return caseSummary({
    environment,
    permalink: new URL(pages.customer(environment, customerID), window.location.origin).href,
    customerID,
    customer: client.getQueryData(customerQueryOptions(environment, customerID).queryKey)?.customer,
    operations: client.getQueryData(customerOperationsQueryOptions(environment, customerID).queryKey)?.operations ?? [],
    jobs: client.getQueryData(customerJobsQueryOptions(environment, customerID).queryKey)?.jobs ?? [],
    states: client.getQueryData(customerHistoryQueryOptions(environment, customerID).queryKey)?.states,
    asOn: asOnOf(client, environment, customerID),
    parts: partsOf(client, environment, customerID),
    copiedAt: new Date().toISOString(),
  });
}

interface CaseSummaryButtonProps {
  environment: Environment;
  customerID: string;
  /** True for a menu item. Only the button on the page has the keyboard shortcut. */
  isInMenu?: boolean;
}

/** Copies a summary of the customer for a ticket; also with the key `c`. */
export function CaseSummaryButton({ environment, customerID, isInMenu = false }: CaseSummaryButtonProps) {
  const client = useQueryClient();
  const { preferences } = usePreferences();
  const { button, copied, copy, byHand } = useCopying(texts.label);
  const copySummary = useCallback(
    () => void copy(summaryOf(client, environment, customerID)),
    [copy, client, environment, customerID],
  );
  const shortcuts = !isInMenu && preferences.shortcuts !== "off";
  useShortcut("c", !isInMenu, copySummary, texts.shortcut);
  const Icon = copied ? Check : BriefcaseBusiness;
  return (
    <>
      <Button
        ref={button}
        onClick={copySummary}
        title={texts.hint}
        {...asCommand(texts.shortcut)}
        aria-keyshortcuts={shortcuts ? "c" : undefined}
        {...(isInMenu && { variant: "quiet", className: "justify-start" })}
      >
        <Icon aria-hidden className={copied ? "size-4 text-positive" : "size-4"} />
        {texts.button}
        {shortcuts && (
          <kbd
            aria-hidden
            className="grid h-4 min-w-4 place-items-center rounded-small border border-line font-sans text-ink-muted text-label max-md:hidden"
          >
            c
          </kbd>
        )}
      </Button>
      {byHand}
    </>
  );
}
