"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import type { Job } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { formatShare } from "#lib/format/format-number.ts";
import { jobColumnTexts as texts } from "./texts.ts";

const fills: Readonly<Record<Job["state"], string>> = {
  queued: "text-line-strong",
  running: "text-progress",
  succeeded: "text-positive",
  failed: "text-negative",
  cancelled: "text-line-strong",
  unknown: "text-caution",
};

/** The progress of a job. Empty if the API does not provide the progress. */
export function ProgressBar({
  job,
  size = "small",
}: {
  job: Pick<Job, "state" | "progress">;
  size?: "small" | "large";
}) {
  const locale = useNumberLocale();
  const { state, progress } = job;
  if (progress === undefined) return null;
  const text = formatShare(progress, locale);
  return (
    <span className="flex items-center gap-2">
      <progress
        aria-label={texts.progress}
        aria-valuetext={text}
        value={progress}
        max={1}
        className={`progress-bar min-w-0 flex-1 print:hidden ${size === "large" ? "h-2" : "h-1.5"} ${fills[state]}`}
      />
      <span className={`w-9 shrink-0 text-end text-fine ${isFinished(state) ? "text-ink-muted" : ""}`}>{text}</span>
    </span>
  );
}
