"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { useConsoleNow } from "#components/ui/use-console-now.ts";
import type { Operation, UsualTime } from "#lib/contract/operation.ts";
import { formatDuration } from "#lib/format/format-duration.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { isRunning, knownJob, phaseOf, spanOf, stuckAfterMs } from "#lib/operation-outcome.ts";
import { Elapsed } from "./elapsed.tsx";
import { detailTexts as texts } from "./texts.ts";

interface CourseProps {
  operation: Operation;
  live: LiveJob | undefined;
  usual: UsualTime | undefined;
  /** When the operation was read. */
  asOf: string;
}

function Moment({ name, at }: { name: string; at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <li className="flex justify-between gap-4 py-0.5">
      <span className="text-ink-muted">{name}</span>
      <span>
        <Timestamp value={at} detail="clock" />
      </span>
    </li>
  );
}

const answers: Partial<Record<Operation["state"], string>> = {
  accepted: texts.answered,
  rejected: texts.answered,
  unknown: texts.lost,
  reconciled: texts.found,
};

/** `6 sec · usually 6 sec, 95 % within 9 sec`. */
function Usual({ usual }: { usual: UsualTime | undefined }): ReactNode {
  const locale = useNumberLocale();
  if (!usual) return texts.noUsual;
  const usually = texts.usually(formatDuration(usual.p50Ms, locale), formatDuration(usual.p95Ms, locale));
  return <span title={texts.ofCount(usual.count)}>{usually}</span>;
}

/** When what happened, how long it has taken against the usual of its kind, and whether it seems stuck. */
export function Course({ operation, live, usual, asOf }: CourseProps) {
  const { state, createdAt, sentAt, settledAt, confirmedAt } = operation;
  const locale = useNumberLocale();
  const phase = phaseOf(operation, live);
  const job = knownJob(operation, live);
  const { fromMs, toMs } = spanOf(operation, live);
  const now = useConsoleNow(asOf, isRunning(phase));
  const limitMs = stuckAfterMs(usual);
  const isStuck = isRunning(phase) && now - fromMs > limitMs;
  return (
    <Panel
      title={texts.times}
      tools={
        <span className="text-fine text-ink-muted">
          <Timestamp value={createdAt} detail="minute" /> · <ZoneName />
        </span>
      }
    >
      <div className="px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-fine text-ink-muted">{toMs === undefined ? texts.elapsed : texts.took}</span>
          <strong className="font-semibold text-title">
            <Elapsed fromMs={fromMs} toMs={toMs} asOf={asOf} />
          </strong>
          {phase !== "refused" && phase !== "not-sent" && (
            <span className="text-ink-muted text-table">
              <Usual usual={usual} />
            </span>
          )}
        </p>
        {isStuck && (
          <div role="status" className="mt-2 flex gap-2 rounded-base bg-caution-soft px-3 py-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <p>
              <strong className="font-semibold text-caution">{texts.stuck}</strong>{" "}
              {usual ? texts.stuckUsual(formatDuration(limitMs, locale)) : texts.stuckLong}
            </p>
          </div>
        )}
        <ol className="mt-2 border-line border-t pt-2 text-table">
          <Moment name={texts.recorded} at={createdAt} />
          <Moment name={texts.sent} at={sentAt} />
          <Moment name={answers[state] ?? texts.answered} at={settledAt} />
          {confirmedAt !== settledAt && <Moment name={texts.confirmed} at={confirmedAt} />}
          {job && !isRunning(phase) && (
            <Moment
              name={job.finishedAt === undefined ? texts.jobSeen : texts.jobEnded}
              at={job.finishedAt ?? job.seenAt}
            />
          )}
        </ol>
      </div>
    </Panel>
  );
}
