"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { ScheduledExport } from "#lib/contract/console/scheduled-export.ts";
import { pages } from "#lib/paths.ts";
import {
  changeSchedule,
  isRunOpen,
  scheduledExportsQueryOptions,
  stepSchedule,
} from "#lib/query/operations/scheduled-exports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { RunList } from "./run-list.tsx";
import { ScheduleStatus } from "./schedule-status.tsx";
import { exportsTexts, scheduleTexts as texts } from "./texts.ts";

const ScheduleDialog = lazyPart(() => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog));
const RemoveDialog = lazyPart(() => import("./remove-dialog.tsx").then((module) => module.RemoveDialog));

/** One scheduled export: when it runs, what a person can do, and its newest runs. */
export function SchedulePanel({ schedule, endpoint }: { schedule: ScheduledExport; endpoint: string | undefined }) {
  const { environment, view, sends, state, stopped, nextAt, zone, owner, runs } = schedule;
  const name = view.name ?? exportsTexts.privateView;
  const isActive = state === "active";
  const about = view.deleted ? texts.deleted : view.shared ? texts.shared : texts.own;
  return (
    <Panel title={name} tools={<ScheduleStatus state={state} />}>
      <KeepFocus>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
            <p tabIndex={-1} {...keepFocusProps} className="rounded-small font-medium">
              {texts.when(schedule)}
            </p>
            {nextAt !== undefined && <p>{texts.next(nextAt, zone)}</p>}
            {stopped && (
              <p>
                {texts.stopped} <Timestamp value={stopped.at} detail="minute" />: <bdi>{stopped.reason}</bdi>
              </p>
            )}
            <p className="text-ink-muted text-table">
              {texts.format(schedule)}
              {sends && ` · ${endpoint === undefined ? texts.noEndpoint : isActive ? texts.sends : texts.sendsLater}`} ·{" "}
              {view.query === undefined ? (
                about
              ) : (
                <Link
                  href={pages.customers(environment, view.query === "" ? undefined : view.query)}
                  prefetch={false}
                  aria-label={texts.name(about, name)}
                  className="text-accent underline underline-offset-2"
                >
                  {about}
                </Link>
              )}{" "}
              · {texts.owner} <PersonName {...owner} />
            </p>
          </div>
          <ScheduleActions schedule={schedule} name={name} endpoint={endpoint} />
        </div>
        {runs.length === 0 ? (
          <p className="border-line border-t px-4 py-2.5 text-ink-muted text-table">{texts.noRuns}</p>
        ) : (
          <RunList schedule={schedule} name={name} />
        )}
      </KeepFocus>
    </Panel>
  );
}

/** The buttons that this person may use. */
function ScheduleActions({
  schedule,
  name,
  endpoint,
}: {
  schedule: ScheduledExport;
  name: string;
  endpoint: string | undefined;
}) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"change" | "remove">();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { environment, state, may } = schedule;
  const { queryKey } = scheduledExportsQueryOptions(environment);
  const act = async (change: () => Promise<unknown>, done: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
      announce(done);
    } catch (error) {
      setProblem(shownProblem(error).detail);
    }
    await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  const button = (label: string, change: () => Promise<unknown>, done: string, isOff = false) => (
    <Button
      size="small"
      aria-label={texts.name(label, name)}
      aria-disabled={isBusy || isOff}
      onClick={() => isOff || void act(change, done)}
    >
      {label}
    </Button>
  );
  const open = (label: string, which: "change" | "remove", part: typeof RemoveDialog | typeof ScheduleDialog) => (
    <Button
      size="small"
      variant={which === "remove" ? "quiet" : "secondary"}
      aria-label={texts.name(label, name)}
      onClick={() => setDialog(which)}
      {...loadsOnIntent(part)}
    >
      {label}
    </Button>
  );
  const isActive = state === "active";
  return (
    <div className="flex flex-col gap-2 empty:hidden print:hidden">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {may.takeOver && button(texts.takeOver, () => stepSchedule(schedule, "take-over"), texts.takenOver)}
        {may.change &&
          state !== "stopped" &&
          button(texts.run, () => stepSchedule(schedule, "run"), texts.started, isRunOpen(schedule))}
        {may.change && open(texts.edit, "change", ScheduleDialog)}
        {isActive
          ? may.remove && button(texts.pause, () => changeSchedule(schedule, { state: "paused" }), texts.paused)
          : may.change && button(texts.resume, () => changeSchedule(schedule, { state: "active" }), texts.resumed)}
        {may.remove && open(texts.remove, "remove", RemoveDialog)}
      </div>
      {problem !== undefined && (
        <p role="alert" className="max-w-prose text-negative text-table">
          {texts.failed}: {problem}
        </p>
      )}
      {dialog === "change" && (
        <ScheduleDialog
          environment={environment}
          schedule={schedule}
          endpoint={endpoint}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "remove" && <RemoveDialog schedule={schedule} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
