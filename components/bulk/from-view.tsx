"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { RunNotice } from "#components/forms/run/run-state.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { GitCompareArrows } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk, BulkDetail, BulkViewComparison } from "#lib/contract/operations/bulk.ts";
import { isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { compareBulkView } from "#lib/query/operations/bulk.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { StartBulk } from "./start/start-bulk.tsx";
import { bulkTexts, fromViewTexts as texts } from "./texts.ts";

/** The maximum number of names that are shown. The others are only counted. */
const maxListed = 20;

interface NamedCustomersProps {
  environment: Environment;
  title: string;
  customers: BulkViewComparison["entered"];
}

function NamedCustomers({ environment, title, customers }: NamedCustomersProps) {
  const locale = useNumberLocale();
  if (customers.length === 0) return null;
  const hidden = customers.length - maxListed;
  return (
    <div className="text-table">
      <h3 className="font-medium">{title}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {customers.slice(0, maxListed).map(({ customerID, companyName }) => (
          <li key={customerID} className="max-lg:py-1">
            <Link
              href={pages.customer(environment, customerID)}
              prefetch={false}
              className="text-accent hover:underline wrap-anywhere"
            >
              <bdi>{companyName || bulkTexts.noName}</bdi>
            </Link>
          </li>
        ))}
        {hidden > 0 && <li className="text-ink-muted">{texts.more(formatPlural(hidden, customerForms, locale))}</li>}
      </ul>
    </div>
  );
}

/**
 * The view that a bulk change was started for: when its customers were read, and whether it was edited since. On
 * request, also the customers that have entered or left the view since. A person can add those that have entered as a
 * new bulk change.
 */
export function FromView({
  bulk,
  viewState,
  signInHref,
}: Pick<BulkDetail, "viewState"> & { bulk: Bulk; signInHref: string }) {
  const locale = useNumberLocale();
  const mayWrite = useCanWrite();
  const [isAdding, setAdding] = useState(false);
  const { environment, bulkID, source, checkedAt, change, at, until } = bulk;
  const counted = (count: number) => formatPlural(count, customerForms, locale);
  const compare = useMutation({
    mutationFn: () => compareBulkView(environment, bulkID),
    onSuccess: ({ entered, left }) => announce(texts.compared(counted(entered.length), counted(left.length))),
  });
  if (source.kind !== "view" || checkedAt === undefined) return null;
  const comparison = compare.data;
  const entered = comparison?.entered ?? [];
  return (
    <section
      aria-labelledby="from-view"
      className="flex flex-col gap-2 rounded-base border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="from-view" className="me-auto font-semibold wrap-anywhere">
          {texts.title(source.name)}
          <span className="font-normal text-ink-muted">
            {" "}
            {texts.readAt} <Timestamp value={checkedAt} detail="clock" />
          </span>
        </h2>
        {mayWrite && (
          <Button
            className="print:hidden"
            aria-disabled={compare.isPending}
            onClick={() => {
              if (!compare.isPending) compare.mutate();
            }}
          >
            <GitCompareArrows aria-hidden className="size-4" />
            {compare.isPending ? texts.comparing : texts.compare}
          </Button>
        )}
      </div>
      <p className="text-ink-muted text-table">
        {isRunOver(bulk.state) ? texts.wasFixed : at ? texts.isFixedPlanned : texts.isFixed}
      </p>
      {(viewState === "edited" || viewState === "gone") && <RunNotice>{texts[viewState]}</RunNotice>}
      {compare.error && (
        <ProblemPanel
          form="notice"
          problem={shownProblem(compare.error)}
          onRetry={() => compare.mutate()}
          retrying={compare.isPending}
          signInHref={signInHref}
        />
      )}
      {comparison && (
        <>
          <p className="text-table">
            {texts.now(counted(comparison.customers))} <Timestamp value={comparison.asOf} detail="clock" />.{" "}
            {texts.compared(counted(entered.length), counted(comparison.left.length))}
            {comparison.drifted && ` ${texts.drifted}`}
          </p>
          <NamedCustomers environment={environment} title={texts.entered} customers={entered} />
          {entered.length > 0 && change && (
            <Button className="self-start print:hidden" onClick={() => setAdding(true)}>
              {texts.add(counted(entered.length))}
            </Button>
          )}
          <NamedCustomers environment={environment} title={texts.left} customers={comparison.left} />
        </>
      )}
      {isAdding && (
        <StartBulk
          environment={environment}
          source={{ kind: "ids", customerIDs: entered.map(({ customerID }) => customerID) }}
          size={entered.length}
          initial={bulk}
          times={at && { at, until }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
