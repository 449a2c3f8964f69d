"use client";

import { useEffect, useId, useRef } from "react";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OverridableJob } from "#lib/contract/customers/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { overrideTexts as texts } from "./texts.ts";

interface OverridableJobsProps {
  environment: Environment;
  jobs: readonly OverridableJob[];
}

/**
 * The jobs that may be overridden. Each job has a link and a reason: the job makes no progress, or it cannot be read.
 */
export function OverridableJobs({ environment, jobs }: OverridableJobsProps) {
  return (
    <ul aria-label={texts.list}>
      {jobs.map((job) => (
        <li key={job.jobID} className="flex flex-wrap items-center gap-x-1.5">
          {texts.job} <EntityID id={job.jobID} href={pages.job(environment, job.jobID)} copyLabel={texts.copyID} />
          <span className="min-w-0 text-ink-muted wrap-anywhere">
            {"unchangedSince" in job ? (
              <>
                {texts.unchangedSince} <Timestamp value={job.unchangedSince} detail="minute" />
              </>
            ) : (
              `${texts.unreadable} ${job.detail}`
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface OverrideCheckboxProps extends OverridableJobsProps {
  checked: boolean;
  disabled: boolean;
  /**
   * The number of attempts to send without ticking the checkbox. After each attempt, the checkbox gets the focus and an
   * error.
   */
  asked: number;
  onChange: (checked: boolean) => void;
}

/** Explains the risk of overriding a job, with the checkbox that confirms it. */
export function OverrideCheckbox({ environment, jobs, checked, disabled, asked, onChange }: OverrideCheckboxProps) {
  const id = useId();
  const tick = useRef<HTMLInputElement>(null);
  const unreadable = jobs.filter((job) => !("unchangedSince" in job)).length;
  const isMissing = asked > 0 && !checked;
  useEffect(() => {
    if (asked > 0) tick.current?.focus();
  }, [asked]);
  return (
    <div className="flex gap-2 rounded-base bg-caution-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="font-medium">{texts.title(jobs.length - unreadable, unreadable)}</p>
        <OverridableJobs environment={environment} jobs={jobs} />
        <p id={`${id}-risk`} className="mt-1">
          {texts.risk}
        </p>
        <label className="mt-1 flex min-h-7 items-center gap-2">
          <input
            ref={tick}
            type="checkbox"
            checked={checked}
            aria-disabled={disabled}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-missing ${id}-risk` : `${id}-risk`}
            onChange={(event) => {
              if (!disabled) onChange(event.target.checked);
            }}
            className="size-4 shrink-0"
          />
          <span className="font-medium">{texts.tick}</span>
        </label>
        {isMissing && (
          <p id={`${id}-missing`} role="alert" className="text-negative text-table">
            {texts.missing}
          </p>
        )}
      </div>
    </div>
  );
}
