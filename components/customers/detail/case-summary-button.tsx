"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BriefcaseBusiness, Check } from "lucide-react";
import { useCallback } from "react";
import { Button } from "#components/ui/button.tsx";
import { useCopying } from "#components/ui/copy-button.tsx";
import { usePreferences } from "#components/ui/preferences.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { type BundlePart, caseBundle } from "#lib/case-summary.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { customerJobsQueryOptions, customerOperationsQueryOptions, customerQueryOptions } from "#lib/query/customer.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { bundleTexts as texts } from "./texts.ts";

type Client = ReturnType<typeof useQueryClient>;

/** When an answer was given, out of whatever a panel keeps. */
function ageOf(data: unknown): Pick<BundlePart, "asOf" | "stale"> {
  if (typeof data !== "object" || data === null) return {};
  const age = "pages" in data && Array.isArray(data.pages) ? data.pages[0] : data;
  if (typeof age?.asOf !== "string") return {};
  return { asOf: age.asOf, ...(age.stale === true ? { stale: true } : {}) };
}

/** Everything on the page that is about the customer, by its place in the cache: other entities' panels too. */
function partsOf(client: Client, environment: Environment, customerID: string): BundlePart[] {
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

function bundleOf(client: Client, environment: Environment, customerID: string): string {
  return caseBundle({
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

/** Copies what a ticket needs to know about a customer; on the key `c` as well. */
export function CaseBundleButton({ environment, customerID }: { environment: Environment; customerID: string }) {
  const client = useQueryClient();
  const { preferences } = usePreferences();
  const { button, copied, copy, byHand } = useCopying(texts.label);
  const copyBundle = useCallback(
    () => void copy(bundleOf(client, environment, customerID)),
    [copy, client, environment, customerID],
  );
  const shortcuts = preferences.shortcuts === "on";
  useShortcut("c", true, copyBundle, texts.shortcut);
  const Icon = copied ? Check : BriefcaseBusiness;
  return (
    <>
      <Button ref={button} onClick={copyBundle} title={texts.hint} aria-keyshortcuts={shortcuts ? "c" : undefined}>
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
