"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { FirstChoice } from "#components/imports/first-choice.ts";
import { RowResult } from "#components/imports/rows/row-result.tsx";
import { runTexts } from "#components/imports/step-texts.ts";
import { importTexts as texts } from "#components/imports/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { importStateNames } from "#components/ui/status/import-status-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Import, ImportApproval } from "#lib/contract/operations/imports.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { NextStep } from "./next-step.tsx";

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-base bg-caution-soft px-3 py-2 text-caution wrap-anywhere">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** How many of the customers that were to be created are done. */
function Progress({ counts, startedAt }: Import) {
  const locale = useNumberLocale();
  const done = counts.created + counts.failed + counts.unknown;
  const of = done + counts.ready + counts.waiting + counts.cancelled;
  if (startedAt === undefined || of === 0) return null;
  const numbers = `${formatCount(done, locale)} ${runTexts.of} ${formatCount(of, locale)}`;
  return (
    <div>
      <p className="flex justify-between gap-4 text-fine text-ink-muted">
        <span>{runTexts.progressCreating}</span>
        <span>{numbers}</span>
      </p>
      <div
        role="progressbar"
        aria-label={runTexts.progressCreating}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={numbers}
        className="mt-1 overflow-clip rounded-small bg-sunken forced-colors:border"
      >
        <svg aria-hidden="true" width="100%" height="6" className="block" preserveAspectRatio="none">
          <rect
            width={`${(100 * done) / of}%`}
            height="6"
            className={classNames(done === of ? "fill-positive" : "fill-progress", "forced-colors:fill-[Highlight]")}
          />
        </svg>
      </div>
    </div>
  );
}

interface StatePanelProps extends FirstChoice {
  found: Import;
  approval: ImportApproval | undefined;
  signInHref: string;
  onColumns: () => void;
}

/** Its heading takes the focus once the columns are confirmed: the form that had it is gone. */
export const importStateID = "import-state";

/** Where the import stands, what has stopped it, and the next step. */
export function StatePanel({ found, ...next }: StatePanelProps) {
  const { state, reason, incomplete, first, environment } = found;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) announce(importStateNames[state]);
    before.current = state;
  }, [state]);
  // What a person did says so itself.
  const isByItself = reason !== undefined && reason.code !== "person";
  return (
    <KeepFocus className="flex flex-col gap-3 rounded-base border border-line bg-surface p-4">
      <h2 id={importStateID} tabIndex={-1} {...keepFocusProps} className="w-fit rounded-small font-semibold text-title">
        <ImportStatus found={found} />
      </h2>
      {reason && (
        <Notice>
          {isByItself && `${texts.stoppedBecause} `}
          {reason.message}
          {reason.retryAt !== undefined && (
            <>
              {" "}
              {texts.retryAt} <Timestamp value={reason.retryAt} detail="clock" />.
            </>
          )}
        </Notice>
      )}
      {incomplete !== undefined && (state === "checked" || state === "first-done") && (
        <Notice>
          {texts.incomplete} {incomplete}
        </Notice>
      )}
      <Progress {...found} />
      {first && (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-1 rounded-base bg-sunken px-3 py-1">
          <span className="py-1.5 text-ink-muted">{texts.first}</span>
          <bdi className="py-1.5 font-medium wrap-anywhere">{first.companyName || texts.noName}</bdi>
          <RowResult row={first} environment={environment} />
        </div>
      )}
      <NextStep found={found} {...next} />
    </KeepFocus>
  );
}
