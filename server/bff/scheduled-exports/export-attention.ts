import { shownRuns } from "#lib/contract/values/console/scheduled-exports.ts";
import { exportTimesWords } from "#lib/format/export-times.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredRun, StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";

/** The newest ended run, if it has failed or its file was not sent. A later successful run ends the item. */
function failedRunOf(runs: readonly StoredRun[]): { run: StoredRun; state: "failed" | "not-sent" } | undefined {
  const run = runs.find(({ state }) => state === "done" || state === "failed");
  if (run?.state === "failed") return { run, state: "failed" };
  return run?.sendState === "given-up" && run.removedWhy !== "restore" ? { run, state: "not-sent" } : undefined;
}

function itemOf(schedule: StoredSchedule, runs: readonly StoredRun[]): OpenItem | undefined {
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
  const failed = failedRunOf(runs);
  if (!failed) return undefined;
  const { finishedAt, sentAt, runID } = failed.run;
  const sinceMs = failed.state === "failed" ? finishedAt : sentAt;
  return {
    ...item,
    kind: "export-failed",
    state: failed.state,
    ...(sinceMs !== null && { since: new Date(sinceMs).toISOString() }),
    cause: `${runID} ${failed.state}`,
  };
}

/** The items for Attention: stopped schedules, and schedules whose newest run has failed or whose file was not sent. */
export function exportAttention({ store }: Pick<CoreServices, "store">): AttentionSource {
  return {
    name: "scheduled-exports",
    kinds: ["export-stopped", "export-failed"],
    async list({ environment }) {
      const schedules = await store.exportSchedules.list(environment);
      if (schedules.length === 0) return { items: [] };
      const runs = await store.exportSchedules.newestRuns(environment, shownRuns);
      const ofSchedule = Map.groupBy(runs, ({ scheduleID }) => scheduleID);
      const items = schedules.flatMap((schedule) => itemOf(schedule, ofSchedule.get(schedule.scheduleID) ?? []) ?? []);
      const named = await readPersonNames(
        store.staff,
        schedules.map(({ staffID }) => staffID),
      );
      return { items: items.map((item) => ({ ...item, ...(item.person && { person: named(item.person) }) })) };
    },
  };
}
