import { queryOptions } from "@tanstack/react-query";
import type {
  NewScheduledExport,
  ScheduledExport,
  ScheduledExportChange,
  ScheduledExportList,
} from "#lib/contract/console/scheduled-export.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, sendJson, writeJson } from "#lib/requests/fetch-json.ts";

/** How often the page reads the schedules, in milliseconds: while a run is open, and otherwise. */
const openMs = 2_000;
const quietMs = 60_000;

/** True if a run of a schedule is waiting or running. */
export const isRunOpen = ({ runs }: Pick<ScheduledExport, "runs">): boolean =>
  runs.some(({ state }) => state === "waiting" || state === "running");

/** The scheduled exports of an environment, with their newest runs. */
export function scheduledExportsQueryOptions(
  environment: Environment,
  { read }: { read?: () => Promise<ScheduledExportList> } = {},
) {
  return queryOptions({
    queryKey: [environment, "scheduled-exports"],
    queryFn: ({ signal }) =>
      read
        ? read()
        : fetchJson<ScheduledExportList>(
            api.scheduledExports(environment),
            { schedules: "array", keptDays: "number", asOf: "string" },
            { signal },
          ),
    refetchInterval: whileAllowed<PolledState<ScheduledExportList>>(({ state }) =>
      state.data?.schedules.some(isRunOpen) ? openMs : quietMs,
    ),
    meta: pageReading,
  });
}

async function write(method: "POST" | "PATCH", path: string, body?: unknown): Promise<ScheduledExport> {
  return (await writeJson<{ schedule: ScheduledExport }>(method, path, { schedule: "object" }, body)).schedule;
}

export const addSchedule = (environment: Environment, input: NewScheduledExport): Promise<ScheduledExport> =>
  write("POST", api.scheduledExports(environment), input);

type ScheduleKey = Pick<ScheduledExport, "environment" | "scheduleID">;

export const changeSchedule = (
  { environment, scheduleID }: ScheduleKey,
  change: ScheduledExportChange,
): Promise<ScheduledExport> => write("PATCH", api.scheduledExport(environment, scheduleID), change);

/** Does one step: `run` starts a run now, `take-over` makes the signed-in person the owner of the schedule. */
export const stepSchedule = (
  { environment, scheduleID }: ScheduleKey,
  step: "run" | "take-over",
): Promise<ScheduledExport> => write("POST", api.scheduledExport(environment, scheduleID, step));

export async function deleteSchedule({ environment, scheduleID }: ScheduleKey): Promise<void> {
  await sendJson("DELETE", api.scheduledExport(environment, scheduleID));
}

export async function deleteFile(environment: Environment, scheduleID: string, runID: string): Promise<void> {
  await sendJson("DELETE", api.exportFile(environment, scheduleID, runID));
}
