"use client";

import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RunProgress } from "#components/forms/run/run-progress.tsx";
import { RunNotice, RunState } from "#components/forms/run/run-state.tsx";
import { RowResult } from "#components/imports/rows/row-result.tsx";
import { stepTexts } from "#components/imports/step-texts.ts";
import { importTexts as texts } from "#components/imports/texts.ts";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { importStateNames } from "#components/ui/status/import-status-texts.ts";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { importProgress } from "#lib/run-progress.ts";
import { NextStep } from "./next-step.tsx";

interface StatePanelProps extends FirstChoice {
  found: Import;
  approval: RunApproval | undefined;
  signInHref: string;
  onColumns: () => void;
}

/**
 * The ID of a heading. The heading gets the focus after the columns are confirmed, because the form that had the focus
 * is removed.
 */
export const importStateID = "import-state";

/** The state of the import, the reason for its last change of state, and the next step. */
export function StatePanel({ found, ...next }: StatePanelProps) {
  const { state, reason, incomplete, first, environment } = found;
  const status = <ImportStatus found={found} />;
  return (
    <RunState state={state} names={importStateNames} reason={reason} status={status} headingID={importStateID}>
      {incomplete !== undefined && (state === "checked" || state === "first-done") && (
        <RunNotice>
          {texts.incomplete} {incomplete}
        </RunNotice>
      )}
      {found.startedAt !== undefined && <RunProgress label={stepTexts.progressCreating} {...importProgress(found)} />}
      {first && (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-1 rounded-base bg-sunken px-3 py-1">
          <span className="py-1.5 text-ink-muted">{texts.first}</span>
          <bdi className="py-1.5 font-medium wrap-anywhere">{first.companyName || texts.noName}</bdi>
          <RowResult row={first} environment={environment} />
        </div>
      )}
      <NextStep found={found} {...next} />
    </RunState>
  );
}
