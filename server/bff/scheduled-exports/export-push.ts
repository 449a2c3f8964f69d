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
 * says what it covers, so the signature covers this too.
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
        const { runID, fileName } = run;
        if (fileName === null || (await store.exportRuns.part(runID, 0)) === null) return null;
        const texts: string[] = [];
        for await (const text of storedTexts(services, run)) texts.push(text);
        const body = texts.join("");
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
    },
    { requestMs: maxRequestMs, ...options },
  );
}
