"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { buttonClass, IconButton } from "#components/ui/button.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { Download, Trash2 } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ExportRun, ScheduledExport } from "#lib/contract/console/scheduled-export.ts";
import { formatBytes } from "#lib/format/format-number.ts";
import { api } from "#lib/paths.ts";
import { deleteFile, scheduledExportsQueryOptions } from "#lib/query/operations/scheduled-exports.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { RunStatus } from "./schedule-status.tsx";
import { rowForms, scheduleTexts, runTexts as texts } from "./texts.ts";

/** The newest runs of a schedule, newest first, each with its file. */
export function RunList({ schedule, name }: { schedule: ScheduledExport; name: string }) {
  return (
    <ul aria-label={scheduleTexts.runs(name)} className="flex flex-col border-line border-t text-table">
      {schedule.runs.map((run) => (
        <li
          key={run.runID}
          className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line px-4 py-2 not-first:border-t"
        >
          <span className="w-44 shrink-0 text-ink-muted">
            <Timestamp value={run.dueAt} detail="minute" />
          </span>
          <span className="w-24 shrink-0">
            <RunStatus state={run.state} title={texts.cause(run)} />
          </span>
          <RunResult run={run} />
          <FileActions schedule={schedule} run={run} />
        </li>
      ))}
    </ul>
  );
}

/** The file of a run, or why the run has failed. */
function RunResult({ run }: { run: ExportRun }) {
  const locale = useNumberLocale();
  const { cause, problem, file, sent } = run;
  const notes = file ? texts.notes(file.coverage) : [];
  return (
    <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
      {file && (
        <>
          <p>
            <Count value={file.rows} forms={rowForms} /> · {formatBytes(file.bytes, locale)} · {texts.read}{" "}
            <Timestamp value={file.coverage.readUntil} detail="minute" />
          </p>
          <p className="text-ink-muted">
            <bdi>{file.coverage.covers}</bdi>
          </p>
        </>
      )}
      {problem && (
        <p>
          {run.state === "waiting" && `${texts.again}: `}
          <bdi>{problem.message}</bdi>
        </p>
      )}
      {cause !== "due" && <p className="text-ink-muted">{texts.cause(run)}</p>}
      {notes.length > 0 && <p>{notes.join(" · ")}</p>}
      {file?.removed && <p className="text-ink-muted">{texts.removed(file.removed.why)}</p>}
      {(file?.keptUntil !== undefined || sent) && (
        <p className="text-ink-muted">
          {file?.keptUntil !== undefined && (
            <>
              {texts.file} {texts.keptUntil} <Timestamp value={file.keptUntil} detail="minute" />
            </>
          )}
          {sent && `${file?.keptUntil === undefined ? "" : " · "}${texts.sent(sent.state)} `}
          {sent?.at !== undefined && <Timestamp value={sent.at} detail="minute" />}
        </p>
      )}
      {sent?.problem !== undefined && (
        <p>
          {texts.lastAttempt}: {sent.problem}
        </p>
      )}
      {run.state === "done" && !file && <p className="text-ink-muted">{texts.hidden}</p>}
    </div>
  );
}

function FileActions({ schedule, run }: { schedule: ScheduledExport; run: ExportRun }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<ShownProblem>();
  const { environment, scheduleID, may } = schedule;
  const { file, runID } = run;
  if (!file || file.removed || !may.download) return null;
  const remove = async () => {
    try {
      await deleteFile(environment, scheduleID, runID);
      setProblem(undefined);
      announce(texts.deleted);
    } catch (error) {
      setProblem(shownProblem(error));
    }
    await client.invalidateQueries({ queryKey: scheduledExportsQueryOptions(environment).queryKey });
  };
  return (
    <span className="flex flex-wrap gap-1 print:hidden">
      <a
        href={api.exportFile(environment, scheduleID, runID)}
        download
        aria-label={texts.downloadName(file.name)}
        className={buttonClass("secondary", "small")}
      >
        <Download aria-hidden className="size-4" />
        {texts.download}
      </a>
      {may.remove && (
        <IconButton label={texts.deleteName(file.name)} onClick={() => void remove()}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      )}
      {problem && (
        <span role="alert" className="basis-full text-negative">
          {texts.notDeleted} {problem.detail}
        </span>
      )}
    </span>
  );
}
