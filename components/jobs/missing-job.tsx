"use client";

import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { RotateCw } from "#components/ui/icon/icons.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { JobStatus } from "#components/ui/status/job-state.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { OperationLink, useJobOperation } from "./job-facts.tsx";
import { jobTexts as texts } from "./texts.ts";

interface MissingJobProps {
  environment: Environment;
  jobID: string;
  onRetry: () => void;
  retrying: boolean;
}

/** Shown for a job that the API does not find. Shows what Switchboard has stored about the job. */
export function MissingJob({ environment, jobID, onRetry, retrying }: MissingJobProps) {
  const { operation } = useJobOperation(environment, jobID);
  const recordedJob = operation?.job;
  return (
    <>
      <EmptyState
        title={texts.missing}
        actions={
          <>
            <Button onClick={onRetry} aria-disabled={retrying}>
              <RotateCw aria-hidden className={retrying ? "size-3.5 animate-spin" : "size-3.5"} />
              {texts.askAgain}
            </Button>
            <Link href={pages.jobs(environment)} prefetch={false} className={buttonClass("primary")}>
              {texts.back}
            </Link>
          </>
        }
      >
        {texts.missingReason}
      </EmptyState>
      {operation && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t px-4 py-3">
          <OperationLink environment={environment} operation={operation} />
          {recordedJob && (
            <p className="flex flex-wrap items-center gap-x-2">
              {texts.seenLast} <JobStatus job={recordedJob} />
              <span className="text-ink-muted">
                <Timestamp value={recordedJob.seenAt} detail="minute" />
              </span>
            </p>
          )}
        </div>
      )}
    </>
  );
}
