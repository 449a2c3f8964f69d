"use client";

import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { StuckJob } from "#lib/contract/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { stuckTexts as texts } from "./texts.ts";

interface StuckJobsProps {
  environment: Environment;
  stuck: readonly StuckJob[];
}

/** The jobs on a customer that look stuck, each with its page and since when nothing about it has changed. */
export function StuckJobs({ environment, stuck }: StuckJobsProps) {
  return (
    <ul aria-label={texts.list}>
      {stuck.map(({ jobID, unchangedSince }) => (
        <li key={jobID} className="flex flex-wrap items-center gap-x-1.5">
          {texts.job} <EntityID id={jobID} href={pages.job(environment, jobID)} copyLabel={texts.copyID} />
          <span className="text-ink-muted">
            {texts.unchangedSince} <Timestamp value={unchangedSince} detail="minute" /> <ZoneName />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DespiteTickProps extends StuckJobsProps {
  checked: boolean;
  disabled: boolean;
  /** How often sending was tried without the tick: each time it gets the focus and says so. */
  asked: number;
  onChange: (checked: boolean) => void;
}

/** What may happen when a change is sent in spite of a job, and the tick of who sends it knowingly. */
export function DespiteTick({ environment, stuck, checked, disabled, asked, onChange }: DespiteTickProps) {
  const id = useId();
  const tick = useRef<HTMLInputElement>(null);
  const isMissing = asked > 0 && !checked;
  useEffect(() => {
    if (asked > 0) tick.current?.focus();
  }, [asked]);
  return (
    <div className="flex gap-2 rounded-base bg-caution-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="font-medium">{texts.title}</p>
        <StuckJobs environment={environment} stuck={stuck} />
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
