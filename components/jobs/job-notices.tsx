"use client";

import type { ReactNode } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import {
  Hourglass,
  type IconComponent,
  OctagonAlert,
  TriangleAlert,
  Undo2,
  Unplug,
} from "#components/ui/icon/icons.tsx";
import { Duration } from "#components/ui/time/duration.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Job, JobSetback } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { formatShare } from "#lib/format/format-number.ts";
import { jobStateWord } from "#lib/operations/job-texts.ts";
import { jobStateSentence, jobTexts as texts } from "./texts.ts";
import type { SeenJob } from "./use-job-watch.ts";

interface NoticeProps {
  tone: "caution" | "negative" | "neutral";
  icon: IconComponent;
  title: ReactNode;
  children?: ReactNode;
}

const tones = {
  caution: "bg-caution-soft [&>svg]:text-caution",
  negative: "bg-negative-soft [&>svg]:text-negative",
  neutral: "bg-sunken [&>svg]:text-ink-muted",
} as const;

function Notice({ tone, icon: Icon, title, children }: NoticeProps) {
  return (
    <div className={`flex items-start gap-2.5 rounded-base px-3 py-2 ${tones[tone]}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** After this time without a change, in milliseconds, a notice says that the job is unchanged. */
const quietMs = 60_000;

function Unchanged({ job, nowMs }: { job: Job; nowMs: number }) {
  const ms = nowMs - Date.parse(job.unchangedSince ?? "");
  const stuck = job.stuckSince !== undefined;
  if (isFinished(job.state) || !(ms >= quietMs || stuck)) return null;
  const title = (
    <>
      {texts.unchanged} <Duration ms={ms} />
    </>
  );
  return (
    <Notice tone={stuck ? "caution" : "neutral"} icon={Hourglass} title={title}>
      {stuck && texts.stuck}
    </Notice>
  );
}

function Setbacks({ setbacks }: { setbacks: readonly JobSetback[] }) {
  const locale = useNumberLocale();
  const inSentence = (look: Pick<Job, "state" | "stateText" | "progress">) =>
    jobStateSentence(
      jobStateWord(look),
      look.progress === undefined || isFinished(look.state) ? undefined : formatShare(look.progress, locale),
    );
  return setbacks.map(({ at, from, to }) => (
    <Notice key={at} tone="caution" icon={Undo2} title={texts.setback(inSentence(from), inSentence(to))}>
      <Timestamp value={at} detail="clock" />
    </Notice>
  ));
}

function Reason({ job }: { job: Job }) {
  if (job.state !== "failed" && job.state !== "cancelled") return null;
  return (
    <Notice
      tone={job.state === "failed" ? "negative" : "neutral"}
      icon={OctagonAlert}
      title={texts.reasonTitle[job.state]}
    >
      <p className="max-h-64 overflow-auto whitespace-pre-wrap">
        {job.reason === undefined ? texts.noReason : <bdi>{job.reason}</bdi>}
      </p>
    </Notice>
  );
}

interface JobNoticesProps {
  seen: SeenJob;
  /** `notFound`: the API did not find the job. `gone`: the server has decided that the job no longer exists. */
  missing: "notFound" | "gone" | undefined;
  nowMs: number;
}

/** A notice for each unusual fact about a job. */
export function JobNotices({ seen, missing, nowMs }: JobNoticesProps) {
  const { job, asOf } = seen;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {missing && (
        <Notice tone="caution" icon={Unplug} title={missing === "gone" ? texts.vanished : texts.notFound}>
          {texts.vanishedReason} <Timestamp value={asOf} detail="clock" />
        </Notice>
      )}
      <Reason job={job} />
      {job.state === "unknown" && (
        <Notice tone="caution" icon={TriangleAlert} title={texts.unknownStateTitle(jobStateWord(job))}>
          {texts.unknownState}
        </Notice>
      )}
      <Setbacks setbacks={job.setbacks ?? []} />
      {missing !== "gone" && <Unchanged job={job} nowMs={nowMs} />}
    </div>
  );
}
