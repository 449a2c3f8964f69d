"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { bulkStateNames } from "#components/ui/status/bulk-status-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { pages } from "#lib/paths.ts";
import { type CanaryChoice, NextStep } from "./next-step.tsx";
import { BulkProgress } from "./progress.tsx";
import { RowChange, RowResult } from "./row-columns.tsx";
import { rowTexts, bulkTexts as texts } from "./texts.ts";

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-base bg-caution-soft px-3 py-2 text-caution wrap-anywhere">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** The customer that went first, alone. */
function Canary({ bulk }: { bulk: Bulk }) {
  const { canary, environment } = bulk;
  if (!canary || bulk.total === 1) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1 rounded-base border border-line px-3 py-1.5 text-table max-lg:py-2.5">
      <span className="lg:py-1.5 text-ink-muted">{texts.first}</span>
      <Link
        href={pages.customer(environment, canary.customerID)}
        prefetch={false}
        className="lg:py-1.5 font-medium text-accent hover:underline wrap-anywhere"
      >
        <bdi>{canary.companyName || texts.noName}</bdi>
      </Link>
      <span className="lg:py-1.5">
        <RowChange row={canary} />
      </span>
      <RowResult row={canary} />
      {canary.confirmedAt !== undefined && (
        <span className="lg:py-1.5 text-ink-muted">
          {rowTexts.at} <Timestamp value={canary.confirmedAt} detail="clock" />
        </span>
      )}
      {canary.operationID !== undefined && (
        <Link
          href={pages.operation(environment, canary.operationID)}
          prefetch={false}
          className="lg:py-1.5 text-accent hover:underline"
        >
          {rowTexts.openOperation}
        </Link>
      )}
    </div>
  );
}

/** Where the bulk change stands, what has moved or stopped it, and the next step. */
export function BulkStatePanel({ bulk, signInHref, ...choice }: CanaryChoice & { bulk: Bulk; signInHref: string }) {
  const { state, reason, drift } = bulk;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) announce(bulkStateNames[state]);
    before.current = state;
  }, [state]);
  // What a person did says so itself.
  const isByItself = reason !== undefined && reason.code !== "person";
  return (
    <KeepFocus className="flex flex-col gap-3 rounded-base border border-line bg-surface p-4">
      <h2 tabIndex={-1} {...keepFocusProps} className="w-fit rounded-small font-semibold text-title">
        <BulkStatus bulk={bulk} />
      </h2>
      {reason && (
        <Notice>
          {isByItself && `${texts.pausedBecause} `}
          {reason.message}
          {reason.retryAt !== undefined && (
            <>
              {" "}
              {texts.retryAt} <Timestamp value={reason.retryAt} detail="clock" />.
            </>
          )}
        </Notice>
      )}
      {drift !== undefined && (
        <Notice>
          {texts.drift} {drift}
        </Notice>
      )}
      <BulkProgress bulk={bulk} />
      <Canary bulk={bulk} />
      <NextStep bulk={bulk} signInHref={signInHref} {...choice} />
    </KeepFocus>
  );
}
