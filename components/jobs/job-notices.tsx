"use client";

import { Hourglass, type LucideIcon, OctagonAlert, TriangleAlert, Undo2, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Duration } from "#components/ui/duration.tsx";
import { jobStateWord } from "#components/ui/job-texts.ts";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { isFinished, type Job } from "#lib/contract/job.ts";
import { formatShare } from "#lib/format/format-number.ts";
import { type JobHistory, unchangedSinceMs } from "./job-history.ts";
import { stateInSentence, jobTexts as texts } from "./texts.ts";

interface NoticeProps {
  tone: "caution" | "negative" | "neutral";
  icon: LucideIcon;
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

/** Nothing worth a word before this. */
const quietMs = 60_000;
/** From here on it may be stuck. */
const stuckMs = 10 * 60_000;

function Unchanged({ history, nowMs }: { history: JobHistory; nowMs: number }) {
  const ms = nowMs - unchangedSinceMs(history);
  if (isFinished(history.job.state) || ms < quietMs) return null;
  const stuck = ms >= stuckMs;
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

function Setbacks({ setbacks }: Pick<JobHistory, "setbacks">) {
  const locale = useNumberLocale();
  const inSentence = (look: Pick<Job, "state" | "stateText" | "progress">) =>
    stateInSentence(
      jobStateWord(look),
      look.progress === undefined || isFinished(look.state) ? undefined : formatShare(look.progress, locale),
    );
  return setbacks.map(({ at, from, to }) => (
    <Notice key={at} tone="caution" icon={Undo2} title={texts.setback(inSentence(from), inSentence(to))}>
      <Timestamp value={at} detail="clock" /> <ZoneName />
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

/** What is out of the ordinary about a job, each in its own words; nothing for one that goes well. */
export function JobNotices({ history, vanished, nowMs }: { history: JobHistory; vanished: boolean; nowMs: number }) {
  const { job, asOf } = history;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {vanished && (
        <Notice tone="caution" icon={Unplug} title={texts.vanished}>
          {texts.vanishedReason} <Timestamp value={asOf} detail="clock" /> <ZoneName />
        </Notice>
      )}
      <Reason job={job} />
      {job.state === "unknown" && (
        <Notice tone="caution" icon={TriangleAlert} title={texts.unknownStateTitle(jobStateWord(job))}>
          {texts.unknownState}
        </Notice>
      )}
      <Setbacks setbacks={history.setbacks} />
      {!vanished && <Unchanged history={history} nowMs={nowMs} />}
    </div>
  );
}
