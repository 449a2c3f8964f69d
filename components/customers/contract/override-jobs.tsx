"use client";

import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { OverridableJob } from "#lib/contract/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { overrideTexts as texts } from "./texts.ts";

interface OverridableJobsProps {
  environment: Environment;
  jobs: readonly OverridableJob[];
}

/** The jobs that a change may be sent in spite of, each with its page and why: it stands still, or cannot be read. */
export function OverridableJobs({ environment, jobs }: OverridableJobsProps) {
  return (
    <ul aria-label={texts.list}>
      {jobs.map((job) => (
        <li key={job.jobID} className="flex flex-wrap items-center gap-x-1.5">
          {texts.job} <EntityID id={job.jobID} href={pages.job(environment, job.jobID)} copyLabel={texts.copyID} />
          <span className="min-w-0 text-ink-muted wrap-anywhere">
            {"unchangedSince" in job ? (
              <>
                {texts.unchangedSince} <Timestamp value={job.unchangedSince} detail="minute" /> <ZoneName />
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

interface OverrideTickProps extends OverridableJobsProps {
  checked: boolean;
  disabled: boolean;
  /** How often sending was tried without the tick: each time it gets the focus and says so. */
  asked: number;
  onChange: (checked: boolean) => void;
}

/** What may happen when a change is sent in spite of a job, and the tick of who sends it knowingly. */
export function OverrideTick({ environment, jobs, checked, disabled, asked, onChange }: OverrideTickProps) {
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
