import type { Environment } from "#lib/contract/environment.ts";
import { exportTimesWords } from "#lib/format/export-times.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { StoredRun, StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";

/** Whether an ended run has failed or its file was not sent. Undefined for a successful run. */
function failureOf({ state, sendState, removedWhy }: StoredRun): "failed" | "not-sent" | undefined {
  if (state === "failed") return "failed";
  return sendState === "given-up" && removedWhy !== "restore" ? "not-sent" : undefined;
}

/** The item of a schedule. `run` is its newest ended run, so a later successful run ends the item. */
function itemOf(schedule: StoredSchedule, run: StoredRun | undefined): OpenItem | undefined {
  const { scheduleID, environment, staffID, email, times, zone, state, stoppedAt } = schedule;
  const item = {
    id: scheduleID,
    environment,
    // Notifications contain the title, so it must not contain the name of the view.
    title: `Scheduled export: ${exportTimesWords(times, zone)}`,
    person: { staffID, email },
    href: pages.scheduledExports(environment),
  };
  if (state === "stopped" && stoppedAt !== null) {
    return { ...item, kind: "export-stopped", since: new Date(stoppedAt).toISOString(), cause: String(stoppedAt) };
  }
  const failure = run && failureOf(run);
  if (!failure) return undefined;
  const { finishedAt, sentAt, runID } = run;
  const sinceMs = failure === "failed" ? finishedAt : sentAt;
  return {
    ...item,
    kind: "export-failed",
    state: failure,
    ...(sinceMs !== null && { since: new Date(sinceMs).toISOString() }),
    cause: `${runID} ${failure}`,
  };
}

/** The number of active schedules whose newest run has failed or whose newest file was not sent. */
export async function countFailingSchedules(
  { exportSchedules }: Pick<ConsoleStore, "exportSchedules">,
  environment: Environment,
): Promise<number> {
  const schedules = await exportSchedules.list(environment);
  const active = new Set(schedules.filter(({ state }) => state === "active").map(({ scheduleID }) => scheduleID));
  if (active.size === 0) return 0;
  const runs = await exportSchedules.newestEnded(environment);
  return runs.filter((run) => active.has(run.scheduleID) && failureOf(run) !== undefined).length;
}

/** The items for Attention: stopped schedules, and schedules whose newest run has failed or whose file was not sent. */
export function exportAttention({ store }: Pick<CoreServices, "store">): AttentionSource {
  return {
    name: "scheduled-exports",
    kinds: ["export-stopped", "export-failed"],
    async list({ environment }) {
      const schedules = await store.exportSchedules.list(environment);
      if (schedules.length === 0) return { items: [] };
      const runs = await store.exportSchedules.newestEnded(environment);
      const runOf = new Map(runs.map((run) => [run.scheduleID, run]));
      const items = schedules.flatMap((schedule) => itemOf(schedule, runOf.get(schedule.scheduleID)) ?? []);
      const named = await readPersonNames(
        store.staff,
        schedules.map(({ staffID }) => staffID),
      );
      return { items: items.map((item) => ({ ...item, ...(item.person && { person: named(item.person) }) })) };
    },
  };
}
