import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  LoaderCircle,
  SkipForward,
} from "#components/ui/icon/icons.tsx";
import type { Job, JobStep } from "#lib/contract/job.ts";
import { isNeverRun } from "#lib/contract/values/job-states.ts";
import { jobStateWord, notRunText } from "#lib/operations/job-texts.ts";
import { Status, type StatusStyle } from "./status.tsx";

const statusStyles: Readonly<Record<JobStep["state"], StatusStyle>> = {
  queued: { tone: "neutral", icon: CircleDashed },
  running: { tone: "progress", icon: LoaderCircle },
  succeeded: { tone: "positive", icon: CircleCheck },
  failed: { tone: "negative", icon: CircleX },
  cancelled: { tone: "neutral", icon: Ban },
  unknown: { tone: "caution", icon: CircleHelp },
  skipped: { tone: "neutral", icon: SkipForward },
};

/**
 * The state of a job or a step. The tooltip shows the API's own word. If the console does not know the state, the text
 * itself is the API's word.
 */
export function JobStatus({ job }: { job: Pick<Job, "state" | "stateText"> | Pick<JobStep, "state" | "stateText"> }) {
  const { state, stateText } = job;
  const { tone, icon } = statusStyles[state];
  return (
    <Status tone={tone} icon={icon} title={stateText === "" ? undefined : stateText}>
      {jobStateWord(job)}
    </Status>
  );
}

export function JobStepStatus({ job, step }: { job: Pick<Job, "state">; step: JobStep }) {
  if (!isNeverRun(job.state, step.state)) return <JobStatus job={step} />;
  return (
    <Status tone="neutral" icon={CircleSlash} title={step.stateText === "" ? undefined : step.stateText}>
      {notRunText}
    </Status>
  );
}
