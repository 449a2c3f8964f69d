"use client";

import type { ReactNode } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation, UsualTime } from "#lib/contract/operations/operation.ts";
import { formatDuration } from "#lib/format/format-duration.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { currentOutcome, knownJob, operationSpan } from "#lib/operations/operation-outcome.ts";
import { stuckSinceOf } from "#lib/operations/stuck-since.ts";
import { Elapsed } from "./elapsed.tsx";
import { detailTexts as texts } from "./texts.ts";

interface TimelinePanelProps {
  operation: Operation;
  live: LiveJob | undefined;
  usual: UsualTime | undefined;
  /** The time when the operation was read. */
  asOf: string;
}

function TimelineEntry({ name, at }: { name: string; at: string | undefined }) {
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

/** Says how the outcome became known. "The API responded" is used only if the request was sent. */
function settledBy({ state, outcome }: Operation): string {
  if (outcome === "prevented") return texts.prevented;
  if (state === "rejected" && outcome !== "refused") return texts.notSent;
  if (state === "unknown") return texts.lost;
  return state === "reconciled" ? texts.resolved : texts.answered;
}

/** The usual duration in words, such as `usually 6 s, 95% within 9 s`. */
function Usual({ usual }: { usual: UsualTime | undefined }): ReactNode {
  const locale = useNumberLocale();
  if (!usual) return texts.noUsual;
  const usually = texts.usually(formatDuration(usual.p50Ms, locale), formatDuration(usual.p95Ms, locale));
  return <span title={texts.ofCount(usual.count)}>{usually}</span>;
}

/**
 * The timeline of an operation. Compares the operation's duration with the usual duration of the same kind, and says
 * whether the operation's job seems stuck.
 */
export function TimelinePanel({ operation, live, usual, asOf }: TimelinePanelProps) {
  const { createdAt, sentAt, settledAt, confirmedAt } = operation;
  const outcome = currentOutcome(operation, live);
  const isRunning = isInProgress(outcome);
  const job = knownJob(operation, live);
  const { fromMs, toMs } = operationSpan(operation, live);
  const stuckSince = stuckSinceOf(operation, live);
  return (
    <Panel
      title={texts.times}
      tools={
        <span className="text-fine text-ink-muted">
          <Timestamp value={createdAt} detail="minute" />
        </span>
      }
    >
      <div className="px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-fine text-ink-muted">{toMs === undefined ? texts.elapsed : texts.took}</span>
          <strong className="font-semibold text-title">
            <Elapsed fromMs={fromMs} toMs={toMs} asOf={asOf} />
          </strong>
          {operation.state !== "rejected" && (
            <span className="text-ink-muted text-table">
              <Usual usual={usual} />
            </span>
          )}
        </p>
        {stuckSince !== undefined && (
          <div role="status" className="mt-2 flex gap-2 rounded-base bg-caution-soft px-3 py-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <p>
              <strong className="font-semibold text-caution">{texts.stuck}</strong> {texts.stuckSince}{" "}
              <Timestamp value={stuckSince} detail="minute" />. {texts.stuckChecked}
            </p>
          </div>
        )}
        <ol className="mt-2 border-line border-t pt-2 text-table">
          <TimelineEntry name={texts.recorded} at={createdAt} />
          <TimelineEntry name={texts.sent} at={sentAt} />
          <TimelineEntry name={settledBy(operation)} at={settledAt} />
          {job && !isRunning && (
            <TimelineEntry
              name={job.finishedAt === undefined ? texts.jobSeen : texts.jobEnded}
              at={job.finishedAt ?? job.seenAt}
            />
          )}
          {/* A change with a job is verified after the end of the job. */}
          {confirmedAt !== settledAt && <TimelineEntry name={texts.confirmed} at={confirmedAt} />}
        </ol>
      </div>
    </Panel>
  );
}
