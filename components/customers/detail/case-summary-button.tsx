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
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { caseSummaryButtonTexts as texts } from "./texts.ts";

type Client = ReturnType<typeof useQueryClient>;

/** When an answer was given, out of whatever a panel keeps. */
function ageOf(data: unknown): Pick<SummaryPart, "asOf" | "stale"> {
  if (typeof data !== "object" || data === null) return {};
  const age = "pages" in data && Array.isArray(data.pages) ? data.pages[0] : data;
  if (typeof age?.asOf !== "string") return {};
  return { asOf: age.asOf, ...(age.stale === true ? { stale: true } : {}) };
}

/** Everything on the page that is about the customer, by its place in the cache: other entities' panels too. */
function partsOf(client: Client, environment: Environment, customerID: string): SummaryPart[] {
  const queries = client.getQueryCache().findAll({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === environment &&
      queryKey.includes(customerID) &&
      (state.data !== undefined || state.error !== null),
  });
  return queries.map(({ queryKey, state }) => {
    const words = queryKey.slice(1).filter((part) => typeof part === "string" && part !== customerID);
    const problem = state.error ? shownProblem(state.error) : undefined;
    return { name: words.join(" "), ...ageOf(state.data), ...(problem ? { problem } : {}) };
  });
}

function summaryOf(client: Client, environment: Environment, customerID: string): string {
  return caseSummary({
    environment,
    permalink: new URL(pages.customer(environment, customerID), window.location.origin).href,
    customerID,
    customer: client.getQueryData(customerQueryOptions(environment, customerID).queryKey)?.customer,
    operations: client.getQueryData(customerOperationsQueryOptions(environment, customerID).queryKey)?.operations ?? [],
    jobs: client.getQueryData(customerJobsQueryOptions(environment, customerID).queryKey)?.jobs ?? [],
    parts: partsOf(client, environment, customerID),
    copiedAt: new Date().toISOString(),
  });
}

interface CaseSummaryButtonProps {
  environment: Environment;
  customerID: string;
  /** A line of a menu; the key belongs to the button on the page. */
  isInMenu?: boolean;
}

/** Copies what a ticket needs to know about a customer; on the key `c` as well. */
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
