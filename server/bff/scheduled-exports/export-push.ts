import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createPush, type Push, type PushOptions } from "#server/bff/core/push/push.ts";
import { exportContentTypes } from "#server/bff/customers/export-customers.ts";
import type { StoredRun } from "#server/bff/store/scheduled-exports/export-rows.ts";
import { storedTexts } from "./stored-texts.ts";

/** Sends the files of schedules to the endpoint of EXPORT_URL, at least once. */
export type ExportPush = Push;

/** How long the endpoint may take to answer a request with a file, in milliseconds. */
const maxRequestMs = 60_000;

/** The ID of the message that contains a file. A repeated request has the same ID. */
export const exportMessageID = (runID: string) => `export-${runID}`;

/**
 * Sends the files of scheduled exports to the endpoint of EXPORT_URL. The body of a request is the file itself, which
 * says what it covers, so the signature covers this too. If the endpoint does not accept a file, later files of the
 * same schedule wait, and the files of other schedules are sent.
 */
export function createExportPush(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> & { random: () => number },
  options: PushOptions,
): ExportPush {
  const { store, clock } = services;
  const { exportOutbox } = store;
  return createPush<StoredRun>(
    services,
    {
      name: "export-push",
      lease: exportOutbox,
      tables: ["exportRuns", "exportPush", "stoppedOutboxes"],
      waiting: () => exportOutbox.waiting(),
      next: (limit) => exportOutbox.next(limit),
      async messageOf(run) {
        const { runID, fileName, bytes } = run;
        // A person may have stopped the sending since the list was read.
        if (fileName === null || bytes === null || !(await exportOutbox.isWaiting(runID))) return null;
        const body = { bytes, read: () => storedTexts(services, run) };
        const headers = {
          "content-type": exportContentTypes[fileName.endsWith(".json") ? "json" : "csv"],
          "content-disposition": `attachment; filename="${fileName}"`,
        };
        return { id: exportMessageID(runID), body, headers };
      },
      accept: (leaseID, { runID, scheduleID, environment, rows }, leaseMs) =>
        exportOutbox.accept(leaseID, runID, {
          leaseMs,
          nowMs: clock.now(),
          event: {
            actor: { kind: "console" },
            action: "scheduled-export.sent",
            environment,
            outcome: "done",
            target: { kind: "export", id: scheduleID },
            after: { runID, rows, receiver: new URL(options.url).origin },
          },
        }),
      postpone: {
        failuresOf: ({ sendFailures }) => sendFailures,
        record: (leaseID, { runID }, failure, leaseMs) => exportOutbox.postpone(leaseID, runID, failure, leaseMs),
      },
    },
    { requestMs: maxRequestMs, ...options },
  );
}
