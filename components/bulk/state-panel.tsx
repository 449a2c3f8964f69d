"use client";

import Link from "next/link";
import { RunProgress } from "#components/forms/run/run-progress.tsx";
import { RunNotice, RunState } from "#components/forms/run/run-state.tsx";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { bulkStateNames, planningStateNames } from "#components/ui/status/bulk-status-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { pages } from "#lib/paths.ts";
import { bulkProgress } from "#lib/run-progress.ts";
import { NextStep, type NextStepProps } from "./next-step.tsx";
import { RowChange, RowResult } from "./row-columns.tsx";
import { stepTexts } from "./step-texts.ts";
import { rowTexts, bulkTexts as texts } from "./texts.ts";

/** The result of the first customer, which is changed before all others. */
function First({ bulk }: { bulk: Bulk }) {
  const { first, environment } = bulk;
  if (!first || bulk.total === 1) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1 rounded-base border border-line px-3 py-1.5 text-table max-lg:py-2.5">
      <span className="lg:py-1.5 text-ink-muted">{texts.first}</span>
      <Link
        href={pages.customer(environment, first.customerID)}
        prefetch={false}
        className="lg:py-1.5 font-medium text-accent hover:underline wrap-anywhere"
      >
        <bdi>{first.companyName || texts.noName}</bdi>
      </Link>
      <span className="lg:py-1.5">
        <RowChange row={first} />
      </span>
      <RowResult row={first} />
      {first.confirmedAt !== undefined && (
        <span className="lg:py-1.5 text-ink-muted">
          {rowTexts.at} <Timestamp value={first.confirmedAt} detail="clock" />
        </span>
      )}
      {first.operationID !== undefined && (
        <Link
          href={pages.operation(environment, first.operationID)}
          prefetch={false}
          className="lg:py-1.5 text-accent hover:underline"
        >
          {rowTexts.openOperation}
        </Link>
      )}
    </div>
  );
}

/** The state of the bulk change, the reason for its last change of state, and the next step. */
export function StatePanel({ bulk, ...next }: NextStepProps) {
  const { state, reason, drift } = bulk;
  const { isChecking, ...progress } = bulkProgress(bulk);
  return (
    <RunState
      state={state}
      names={bulk.at ? { ...bulkStateNames, ...planningStateNames } : bulkStateNames}
      reason={reason}
      status={<BulkStatus bulk={bulk} />}
    >
      {drift !== undefined && (
        <RunNotice>
          {texts.drift} {drift}
        </RunNotice>
      )}
      <RunProgress label={(isChecking ? stepTexts.progressChecking : stepTexts.progressChanging)(bulk)} {...progress} />
      <First bulk={bulk} />
      <NextStep bulk={bulk} {...next} />
    </RunState>
  );
}
